import { releaseReprint } from '#features/charges/server/reprint-charge.ts';
import { updateRow, type Writing } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';

/** Locks the requests before their certificate, in the same order as decisions on requests do. */
export async function lockReprintRequests(db: Db, certificateId: string): Promise<void> {
  await db
    .selectFrom('reprint_requests')
    .where('certificate_id', '=', certificateId)
    .select('id')
    .forUpdate()
    .execute();
}

/**
 * Ends the open reprint request of a locked certificate that is reopened or revoked. Returns the certificate's state;
 * if the request was approved and had queued it, its state before that.
 */
export async function endReprintRequest(
  transaction: Writing,
  certificate: { id: string; college_id: string; convocation_number: string; state: string },
  ended: { with: 'reopened' | 'revoked'; reason: string },
): Promise<{ state: string }> {
  const { db, actor, now, audit } = transaction;
  const request = await db
    .selectFrom('reprint_requests')
    .where('certificate_id', '=', certificate.id)
    .where('reprinted_at', 'is', null)
    .where('status', 'is distinct from', 'rejected')
    .select(['id', 'version', 'status', 'state_before'])
    .executeTakeFirst();
  if (!request) return certificate;
  await updateRow(db, 'reprint_requests', request, {
    status: 'rejected',
    decided_by: actor.id,
    decided_at: now,
    remark: ended.reason,
    state_before: null,
    ended_with: ended.with,
  });
  audit({
    event: 'reprints.ended',
    record: { type: 'reprint_request', id: request.id, label: certificate.convocation_number },
    collegeId: certificate.college_id,
    before: { status: request.status },
    after: { status: 'rejected', endedWith: ended.with, reason: ended.reason },
  });
  const { college_id: collegeId, convocation_number: label } = certificate;
  await releaseReprint(transaction, { id: request.id, collegeId, label });
  return { state: request.state_before ?? certificate.state };
}
