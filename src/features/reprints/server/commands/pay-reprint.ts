import { allocateToReprint } from '#features/charges/server/allocate.ts';
import { findReprintCharge } from '#features/charges/server/reprint-charge.ts';
import { findEntryFaults, registerDraft } from '#features/demand-drafts/server/register-draft.ts';
import { assertVersion, updateRow } from '#platform/server/command.ts';
import { assertAllowed, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { reprintCan } from '../../rules.ts';
import { lockRequest, reprintCommand } from '../decide-request.ts';

/** Records a demand draft for a reprint and allocates as much of it as is due. */
export const payReprint = reprintCommand('payReprint', async (transaction, { id, version, draft }) => {
  const { db, now, audit } = transaction;
  const { row, certificate, facts, charge } = await lockRequest(transaction, id);
  assertAllowed(reprintCan.pay(facts));
  await assertVersion(db, { type: 'reprint_request', row }, version);
  const faults = await findEntryFaults(db, draft, now);
  if (faults.length > 0)
    throw invalidInput(faults.map(({ field, code }) => fieldError(`draft.${field}`, code)));

  const registered = await registerDraft(transaction, draft, row.college_id);
  const paid = { id: row.id, label: certificate.convocation_number, collegeId: row.college_id };
  const amount = await allocateToReprint(transaction, paid, registered);
  const { pendingAmount: pending } = (await findReprintCharge(db, row.id))!;
  const changed = await updateRow(db, 'reprint_requests', row, {});

  audit({
    event: 'reprints.paid',
    record: { type: 'reprint_request', id: row.id, label: certificate.convocation_number },
    collegeId: row.college_id,
    before: { pending: charge!.pendingAmount },
    after: { draft: registered.number, amount, pending },
  });
  return { ...changed, pending };
});
