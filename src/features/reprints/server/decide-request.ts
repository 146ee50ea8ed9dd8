import { findMissingFacts } from '#features/applications/server/cases.ts';
import {
  lockApplicationOf,
  lockCertificate,
  recordOf,
} from '#features/certificates/server/record-hand-over.ts';
import { chargeReprint, findReprintCharge, releaseReprint } from '#features/charges/server/reprint-charge.ts';
import { assertVersion, type CommandTransaction, commandOf, updateRow } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import type { AuditEventName } from '#shared/audit-names.ts';
import type { CertificateState } from '#shared/certificate-states.ts';
import type { ReprintRequest, ReprintStatus, reprintsContract } from '../contract.ts';
import { reprintCan } from '../rules.ts';

export const reprintCommand = commandOf<typeof reprintsContract>();

type Decision = {
  may: (typeof reprintCan)['approve' | 'reject' | 'reopen'];
  status: ReprintStatus | null;
  event: AuditEventName;
};

/** Decides a request, replacing an earlier decision. */
async function decideRequest(
  transaction: CommandTransaction,
  { id, version: seen, remark = null }: { id: string; version: number; remark?: string | null },
  { may, status, event }: Decision,
): Promise<{ version: number }> {
  const { db, actor, now, audit } = transaction;
  const locked = await lockRequest(transaction, id);
  const { row, certificate } = locked;
  // A rejected request has no charge; it gets the same charge again once it is no longer rejected.
  const facts =
    row.status === 'rejected' && status !== 'rejected'
      ? await chargeAgain(transaction, locked)
      : locked.facts;
  assertAllowed(may(facts, actor.id), { 'reprints.facts_missing': { facts: facts.missingFacts } });
  await assertVersion(db, { type: 'reprint_request', row }, seen);

  const { version } = await updateRow(db, 'reprint_requests', row, {
    status,
    decided_by: status && actor.id,
    decided_at: status && now,
    remark,
    state_before: status === 'approved' ? certificate.state : null,
  });

  const { charge } = locked;
  audit({
    event,
    record: { type: 'reprint_request', id: row.id, label: certificate.convocation_number },
    collegeId: row.college_id,
    before: { status: row.status, ...(charge && { charge: auditValues(charge) }) },
    // What an approval confirms.
    after: {
      status,
      ...(remark && { remark }),
      ...(status === 'approved' && row.cause && { cause: row.cause }),
    },
  });
  await moveCertificate(transaction, locked, status === 'approved');
  if (status === 'rejected')
    await releaseReprint(transaction, {
      id,
      collegeId: row.college_id,
      label: certificate.convocation_number,
    });
  return { version };
}

function auditValues({ amount, concessionAmount, pendingAmount }: NonNullable<LockedRequest['charge']>) {
  return { amount, concession: concessionAmount, pending: pendingAmount };
}

async function chargeAgain(transaction: CommandTransaction, { row, certificate, facts }: LockedRequest) {
  await chargeReprint(transaction, {
    id: row.id,
    cause: row.cause,
    applicationId: certificate.application_id,
    collegeId: row.college_id,
    requestedAt: row.requested_at,
  });
  return { ...facts, charge: await findReprintCharge(transaction.db, row.id) };
}

type LockedRequest = Awaited<ReturnType<typeof lockRequest>>;

/**
 * The application, the request and then the certificate, locked until the transaction ends. Recording an outcome locks
 * in the same order: it ends the request of a superseded copy before it marks the certificate as printed.
 */
export async function lockRequest({ db }: CommandTransaction, id: string) {
  const requests = db.selectFrom('reprint_requests').where('reprint_requests.id', '=', id);
  const { certificate_id } = await requests
    .select('certificate_id')
    .executeTakeFirstOrThrow(() => domainError('reprints.not_found'));
  await lockApplicationOf(db, certificate_id);
  const row = await requests
    .selectAll('reprint_requests')
    .forUpdate()
    .executeTakeFirstOrThrow(() => domainError('reprints.not_found'));
  const certificate = await lockCertificate(db, row.certificate_id);
  const charge = await findReprintCharge(db, row.id);
  const concededById = charge?.concededById ?? null;
  const facts = {
    charge,
    concession: concededById === null ? null : { recordedById: concededById },
    kind: row.kind as ReprintRequest['kind'],
    status: row.status as ReprintStatus | null,
    endedWith: row.ended_with as ReprintRequest['endedWith'],
    requestedById: row.requested_by,
    reprintedAt: row.reprinted_at,
    certificateState: certificate.state as CertificateState,
    certificateWithheldAt: certificate.withheld_at,
    missingFacts: await findMissingFacts(db, certificate.application_id),
  };
  return { row, certificate, facts, charge };
}

/**
 * An approved reprint joins the end of the print queue. If the approval is withdrawn, the certificate returns to its
 * previous state and copy.
 */
async function moveCertificate(
  { db, now, audit }: CommandTransaction,
  { row, certificate }: LockedRequest,
  isApproved: boolean,
): Promise<void> {
  const state = isApproved ? 'to_print' : row.state_before;
  if (state === null) return;
  await db
    .updateTable('certificates')
    .set((eb) => ({ state, ...(isApproved && { waiting_since: now }), version: eb('version', '+', 1) }))
    .where('id', '=', certificate.id)
    .execute();
  audit({
    event: isApproved ? 'certificates.queued_for_reprint' : 'certificates.left_queue',
    ...recordOf(certificate),
    before: { state: certificate.state },
    after: { state, ...(isApproved && { reason: row.reason }) },
  });
}

/**
 * Approves another person's request: the certificate joins the print queue, and the request stores its previous state.
 */
export const approveReprint = reprintCommand('approveReprint', async (transaction, input) =>
  decideRequest(transaction, input, {
    may: reprintCan.approve,
    status: 'approved',
    event: 'reprints.approved',
  }),
);

/** Rejects another person's request with a reason; if it was approved, the certificate leaves the print queue. */
export const rejectReprint = reprintCommand('rejectReprint', async (transaction, input) =>
  decideRequest(transaction, input, {
    may: reprintCan.reject,
    status: 'rejected',
    event: 'reprints.rejected',
  }),
);

/** Undoes a decision while nothing was printed: the request is pending again, and its certificate as before. */
export const reopenReprint = reprintCommand('reopenReprint', async (transaction, input) =>
  decideRequest(transaction, input, {
    may: reprintCan.reopen,
    status: null,
    event: 'reprints.reopened',
  }),
);
