import { addToConversation } from '#features/applications/server/conversation.ts';
import { recordOf as recordOfApplication } from '#features/applications/server/queries.ts';
import { numberOrder } from '#features/certificates/server/number-order.ts';
import { recordOf as recordOfCertificate } from '#features/certificates/server/record-hand-over.ts';
import type { BankReturnReason } from '#features/demand-drafts/contract.ts';
import { type LockedDraft, lockDraft } from '#features/demand-drafts/server/lock-drafts.ts';
import { type CommandTransaction, updateRow } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { unscoped } from '#platform/server/db/scope.ts';
import { idsOf } from '#shared/ids-of.ts';

/** Why a draft's allocations no longer pay, for the audit log; screens use `describeFallenDraft`. */
type Ground =
  | { cause: 'draft_returned'; demandDraft: string; reason: BankReturnReason; remark: string }
  | { cause: 'draft_replaced'; demandDraft: string; replacedBy: string };

/**
 * Locks a draft and everything it pays for, in the order that all commands use: applications by id, including those
 * whose reprint it pays for, then the draft. While it is locked it cannot pay for another application. `whole` is the
 * transaction for what follows of them, in any college.
 */
export async function lockDraftWithApplications(
  transaction: CommandTransaction,
  draftId: string,
): Promise<{ draft: LockedDraft; applications: PaidApplication[]; whole: CommandTransaction }> {
  const db = unscoped(transaction.db, "A college's draft still pays for candidates who have left it.");
  await lockPaidApplications(db, draftId);
  const draft = await lockDraft(transaction.db, draftId);
  const applications = await lockPaidApplications(db, draftId);
  return { draft, applications, whole: { ...transaction, db } };
}

/** In the order in which the draft was allocated to them. */
async function lockPaidApplications(db: Db, draftId: string) {
  await db
    .selectFrom('applications')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('allocations')
        .innerJoin('charges', 'charges.id', 'allocations.charge_id')
        .select('charges.application_id')
        .where('demand_draft_id', '=', draftId),
    )
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
  return db
    .selectFrom('applications')
    .innerJoin('payments', 'payments.application_id', 'applications.id')
    .where('payments.demand_draft_id', '=', draftId)
    .orderBy('payments.allocated_at')
    .orderBy('applications.acknowledgement_number')
    .selectAll('applications')
    .select((eb) => eb.ref('payments.amount').$notNull().as('allocated_amount'))
    .execute();
}

export type PaidApplication = Awaited<ReturnType<typeof lockPaidApplications>>[number];

/**
 * Lifts verifications temporarily while paid amounts drop, because a verified application must be paid in full;
 * `settleVerified` decides on each before the transaction ends.
 */
export async function suspendVerified(db: Db, applications: PaidApplication[]): Promise<PaidApplication[]> {
  const verified = applications.filter((application) => application.status === 'verified');
  if (verified.length === 0) return verified;
  await db
    .updateTable('applications')
    .set({ status: 'received', verified_by: null, verified_at: null })
    .where('id', 'in', idsOf(verified))
    .execute();
  return verified;
}

/**
 * Verifies suspended applications again if they are still paid in full; rejects the others and withholds their
 * certificates.
 */
export async function settleVerified(
  transaction: CommandTransaction,
  suspended: PaidApplication[],
  ground: Ground,
): Promise<{ rejected: number }> {
  const { db } = transaction;
  const pending = await pendingAmounts(db, idsOf(suspended));
  const short = suspended.filter((application) => pending.get(application.id)! > 0);
  for (const application of suspended) {
    if (short.includes(application)) {
      await rejectShort(transaction, application, { ground, pending: pending.get(application.id)! });
    } else {
      const { verified_by, verified_at } = application;
      await db
        .updateTable('applications')
        .set({ status: 'verified', verified_by, verified_at })
        .where('id', '=', application.id)
        .execute();
    }
  }
  await withholdCertificates(transaction, idsOf(short), ground);
  return { rejected: short.length };
}

async function rejectShort(
  transaction: CommandTransaction,
  application: PaidApplication,
  { ground, pending }: { ground: Ground; pending: number },
): Promise<void> {
  const { db, actor, now, audit } = transaction;
  const [reason, remark] =
    ground.cause === 'draft_returned' ? ['draft_returned', ground.remark] : ['short_fee', ''];
  await updateRow(db, 'applications', application, {
    status: 'rejected',
    rejected_by: actor.id,
    rejected_at: now,
    rejection_cause: ground.cause,
    rejection_reason: reason,
    rejection_remark: remark,
  });
  const said = { act: 'rejected' as const, by: actor.id, reasons: [reason], remark };
  await addToConversation(transaction, application, said);
  audit({
    event: 'applications.rejected',
    ...recordOfApplication(application),
    before: { status: 'verified' },
    after: { status: 'rejected', ...ground, pending },
  });
}

/** In any state: a waiting certificate is then not printed, and a printed or handed-over one is flagged. */
async function withholdCertificates(
  { db, now, audit }: CommandTransaction,
  applicationIds: string[],
  ground: Ground,
): Promise<void> {
  if (applicationIds.length === 0) return;
  // In the order in which print runs lock them.
  const certificates = await db
    .selectFrom('certificates')
    .where('application_id', 'in', applicationIds)
    .orderBy(numberOrder)
    .select(['id', 'college_id', 'convocation_number', 'state'])
    .forUpdate()
    .execute();
  await db
    .updateTable('certificates')
    .set((eb) => ({ withheld_at: now, version: eb('version', '+', 1) }))
    .where('id', 'in', idsOf(certificates))
    .execute();
  for (const certificate of certificates) {
    audit({
      event: 'certificates.withheld',
      ...recordOfCertificate(certificate),
      after: { state: certificate.state, ...ground },
    });
  }
}

/** The pending amount of each application, in whole rupees. */
export async function pendingAmounts(db: Db, applicationIds: string[]): Promise<Map<string, number>> {
  if (applicationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('applications')
    .select(['id', 'pending_amount'])
    .where('id', 'in', applicationIds)
    .execute();
  return new Map(rows.map((row) => [row.id, row.pending_amount]));
}
