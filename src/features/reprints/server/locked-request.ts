import type { CertificateState } from '#features/certificates/contract.ts';
import type { Scope } from '#platform/server/actor.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { AuditEntry } from '#platform/server/db/audit-chain.ts';
import { type Db, inScope } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { ReprintStatus } from '../contract.ts';

/**
 * The request and then its certificate, both locked until the transaction ends: in the order in which an outcome of the
 * print room takes them, which ends the request of a superseded copy before it marks the certificate as printed.
 */
export async function lockRequest(db: Db, scope: Scope, id: string) {
  const row = await inScope(db, scope, 'reprint_requests')
    .selectAll('reprint_requests')
    .where('reprint_requests.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw domainError('reprints.not_found');
  const certificate = await inScope(db, scope, 'certificates')
    .select(['certificates.id', 'certificates.convocation_number', 'certificates.state'])
    .select('certificates.withheld_at')
    .where('certificates.id', '=', row.certificate_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { row, certificate };
}

export type LockedRequest = Awaited<ReturnType<typeof lockRequest>>;

export function factsOf({ row, certificate }: LockedRequest) {
  return {
    status: row.status as ReprintStatus | null,
    requestedById: row.requested_by,
    reprintedAt: row.reprinted_at,
    certificateState: certificate.state as CertificateState,
    certificateWithheldAt: certificate.withheld_at,
  };
}

/** An approved reprint leaves the print queue: the certificate is again what it was, with the copy that it has. */
export async function leaveQueue(
  { db, audit }: CommandTransaction,
  { row, certificate }: LockedRequest,
): Promise<void> {
  if (row.state_before === null) return;
  await moveCertificate(db, certificate.id, { state: row.state_before });
  audit({
    event: 'certificates.left_queue',
    record: { type: 'certificate', id: certificate.id, label: certificate.convocation_number },
    collegeId: row.college_id,
    before: { state: certificate.state },
    after: { state: row.state_before },
  });
}

/** With `waitingSince` it joins the end of the print queue. */
export async function moveCertificate(
  db: Db,
  id: string,
  { state, waitingSince }: { state: string; waitingSince?: Date },
): Promise<void> {
  await db
    .updateTable('certificates')
    .set((eb) => ({
      state,
      ...(waitingSince ? { waiting_since: waitingSince } : {}),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** What the audit log says of every decision on a request. */
export function auditDecision(
  { audit }: CommandTransaction,
  { row, certificate }: LockedRequest,
  decision: { event: AuditEntry['event']; status: ReprintStatus | null; remark?: string },
): void {
  audit({
    event: decision.event,
    record: { type: 'reprint_request', id: row.id, label: certificate.convocation_number },
    collegeId: row.college_id,
    before: { status: row.status },
    after: { status: decision.status, ...(decision.remark && { remark: decision.remark }) },
  });
}
