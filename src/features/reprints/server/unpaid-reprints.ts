import { lockCertificate, recordOf } from '#features/certificates/server/record-hand-over.ts';
import { allocateToReprint } from '#features/charges/server/allocate.ts';
import type { RegisteredDraft } from '#features/demand-drafts/server/register-draft.ts';
import { type CommandTransaction, updateRow } from '#platform/server/command.ts';

/**
 * After a draft was returned: a reprint that it paid for and that is not in a run becomes undecided until it is paid.
 * One in a run is printed all the same, and owed. The caller has locked the applications.
 */
export async function revertUnpaidReprints(
  transaction: CommandTransaction,
  draft: { id: string },
  ground: object,
): Promise<void> {
  const { db, audit } = transaction;
  const requests = await db
    .selectFrom('reprint_requests')
    .innerJoin('charges', 'charges.reprint_request_id', 'reprint_requests.id')
    .innerJoin('allocations', 'allocations.charge_id', 'charges.id')
    .where('allocations.demand_draft_id', '=', draft.id)
    .where('charges.pending_amount', '>', 0)
    .where('reprint_requests.status', '=', 'approved')
    .where('reprinted_at', 'is', null)
    .orderBy('reprint_requests.id')
    .selectAll('reprint_requests')
    .select('charges.pending_amount')
    .forUpdate('reprint_requests')
    .execute();
  for (const request of requests) {
    const certificate = await lockCertificate(db, request.certificate_id);
    if (certificate.state !== 'to_print') continue;
    await updateRow(db, 'reprint_requests', request, {
      status: null,
      decided_by: null,
      decided_at: null,
      state_before: null,
    });
    audit({
      event: 'reprints.reopened',
      record: { type: 'reprint_request', id: request.id, label: certificate.convocation_number },
      collegeId: request.college_id,
      before: { status: 'approved' },
      after: { status: null, ...ground, pending: request.pending_amount },
    });
    await updateRow(db, 'certificates', certificate, { state: request.state_before! });
    audit({
      event: 'certificates.left_queue',
      ...recordOf(certificate),
      before: { state: 'to_print' },
      after: { state: request.state_before },
    });
  }
}

/** Pays, as far as it goes, with the replacement what the draft paid for reprints; returns the rupees allocated. */
export async function repayReprints(
  transaction: CommandTransaction,
  draft: { id: string },
  replacement: RegisteredDraft,
): Promise<number> {
  const owed = await transaction.db
    .selectFrom('charges')
    .innerJoin('allocations', 'allocations.charge_id', 'charges.id')
    .innerJoin('reprint_requests', 'reprint_requests.id', 'charges.reprint_request_id')
    .innerJoin('certificates', 'certificates.id', 'reprint_requests.certificate_id')
    .where('allocations.demand_draft_id', '=', draft.id)
    .orderBy('allocations.allocated_at')
    .select(['allocations.amount', 'charges.college_id'])
    .select(['reprint_requests.id as request_id', 'certificates.convocation_number'])
    .execute();
  let allocated = 0;
  for (const { request_id: id, convocation_number: label, college_id: collegeId, amount } of owed)
    allocated += await allocateToReprint(transaction, { id, label, collegeId }, replacement, amount);
  return allocated;
}
