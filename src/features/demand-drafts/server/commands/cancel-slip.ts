import { updateRow } from '#platform/server/command.ts';
import { depositSlipCan, formatSlipNumber } from '../../rules.ts';
import { recordOf } from '../lock-drafts.ts';
import { lockSlip, slipCommand, slipRecordOf } from '../lock-slip.ts';

/**
 * Cancels a slip that was not deposited. Its drafts are in hand again; its number stays used, so that there is no gap.
 */
export const cancelSlip = slipCommand('cancelSlip', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const { slip, drafts } = await lockSlip(transaction, input, depositSlipCan.change);

  await db
    .updateTable('demand_drafts')
    .set((eb) => ({ deposit_slip_id: null, version: eb('version', '+', 1) }))
    .where('deposit_slip_id', '=', slip.id)
    .execute();
  const { version } = await updateRow(db, 'deposit_slips', slip, {
    state: 'cancelled',
    cancelled_by: actor.id,
    cancelled_at: now,
  });

  const depositSlip = formatSlipNumber(slip.slip_number);
  for (const draft of drafts) {
    audit({ event: 'demand_drafts.taken_off_slip', ...recordOf(draft), before: { depositSlip } });
  }
  audit({
    event: 'deposit_slips.cancelled',
    ...slipRecordOf(slip),
    before: { state: slip.state, drafts: drafts.length },
    after: { state: 'cancelled' },
  });
  return { version };
});
