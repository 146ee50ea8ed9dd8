import { updateRow } from '#platform/server/command.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { depositSlipCan, formatSlipNumber } from '../../rules.ts';
import { recordOf } from '../lock-drafts.ts';
import { lockSlip, slipCommand, slipRecordOf } from '../lock-slip.ts';

/** Removes a draft from a slip that is not deposited yet; it is in hand again. */
export const removeFromSlip = slipCommand('removeFromSlip', async (transaction, input) => {
  const { db, audit } = transaction;
  const { slip, drafts } = await lockSlip(transaction, input, depositSlipCan.change);
  const draft = drafts.find((one) => one.id === input.draftId);
  if (!draft) throw domainError('deposit_slips.draft_not_on_slip');

  await updateRow(db, 'demand_drafts', draft, { deposit_slip_id: null });
  const { version } = await updateRow(db, 'deposit_slips', slip);

  const depositSlip = formatSlipNumber(slip.slip_number);
  audit({ event: 'demand_drafts.taken_off_slip', ...recordOf(draft), before: { depositSlip } });
  audit({
    event: 'deposit_slips.draft_removed',
    ...slipRecordOf(slip),
    after: { removed: draft.number, drafts: drafts.length - 1 },
  });
  return { version };
});
