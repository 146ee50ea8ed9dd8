import type { CertificateState } from '#features/certificates/contract.ts';
import { recordOf } from '#features/certificates/server/record-hand-over.ts';
import { assertVersion } from '#platform/server/assert-version.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { inScope } from '#platform/server/db/database.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import type { AuditEventName } from '#shared/audit-names.ts';
import type { ReprintStatus } from '../contract.ts';
import type { reprintCan } from '../rules.ts';

type Decision = {
  may: (typeof reprintCan)['approve' | 'reject' | 'reopen'];
  status: ReprintStatus | null;
  event: AuditEventName;
  /** Takes the certificate into the print queue, or out of it. */
  move: (transaction: CommandTransaction, locked: LockedRequest) => Promise<void>;
};

/** Carries out a decision on a request; what was decided before is replaced, the certificate's place in the queue included. */
export async function decideRequest(
  transaction: CommandTransaction,
  { id, version: seen, remark = null }: { id: string; version: number; remark?: string | null },
  { may, status, event, move }: Decision,
): Promise<{ version: number }> {
  const { db, actor, now, audit } = transaction;
  const locked = await lockRequest(transaction, id);
  const { row, certificate } = locked;
  assertAllowed(may(factsOf(locked), actor.id));
  await assertVersion(db, { type: 'reprint_request', row }, seen);

  const version = row.version + 1;
  await db
    .updateTable('reprint_requests')
    .set({
      status,
      decided_by: status && actor.id,
      decided_at: status && now,
      remark,
      state_before: status === 'approved' ? certificate.state : null,
      version,
    })
    .where('id', '=', row.id)
    .execute();

  audit({
    event,
    record: { type: 'reprint_request', id: row.id, label: certificate.convocation_number },
    collegeId: row.college_id,
    before: { status: row.status },
    after: { status, ...(remark && { remark }) },
  });
  await move(transaction, locked);
  return { version };
}

type LockedRequest = Awaited<ReturnType<typeof lockRequest>>;

/**
 * The request and then its certificate, both locked until the transaction ends: in the order in which an outcome of the
 * print room takes them, which ends the request of a superseded copy before it marks the certificate as printed.
 */
async function lockRequest({ db, actor }: CommandTransaction, id: string) {
  const row = await inScope(db, actor.scope, 'reprint_requests')
    .selectAll('reprint_requests')
    .where('reprint_requests.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw domainError('reprints.not_found');
  const certificate = await inScope(db, actor.scope, 'certificates')
    .selectAll('certificates')
    .where('certificates.id', '=', row.certificate_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { row, certificate };
}

function factsOf({ row, certificate }: LockedRequest) {
  return {
    status: row.status as ReprintStatus | null,
    requestedById: row.requested_by,
    reprintedAt: row.reprinted_at,
    certificateState: certificate.state as CertificateState,
    certificateWithheldAt: certificate.withheld_at,
  };
}

/** The certificate joins the end of the print queue. */
export function joinQueue(transaction: CommandTransaction, locked: LockedRequest): Promise<void> {
  return moveCertificate(transaction, locked, {
    set: { state: 'to_print', waiting_since: transaction.now },
    event: 'certificates.queued_for_reprint',
    after: { reason: locked.row.reason },
  });
}

/** An approved reprint leaves the print queue: the certificate is again what it was, with the copy that it has. */
export async function leaveQueue(transaction: CommandTransaction, locked: LockedRequest): Promise<void> {
  const { state_before: state } = locked.row;
  if (state !== null) {
    await moveCertificate(transaction, locked, { set: { state }, event: 'certificates.left_queue' });
  }
}

async function moveCertificate(
  { db, audit }: CommandTransaction,
  { certificate }: LockedRequest,
  {
    set,
    event,
    after,
  }: {
    set: { state: string; waiting_since?: Date };
    event: AuditEventName;
    after?: Record<string, unknown>;
  },
): Promise<void> {
  await db
    .updateTable('certificates')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('id', '=', certificate.id)
    .execute();
  audit({
    event,
    ...recordOf(certificate),
    before: { state: certificate.state },
    after: { state: set.state, ...after },
  });
}
