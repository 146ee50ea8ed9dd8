import { updateRow } from '#platform/server/command.ts';
import { domainError, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { dayInIndia, formatDay } from '#shared/format.ts';
import { depositSlipCan, formatSlipNumber } from '../../rules.ts';
import { recordOf } from '../lock-drafts.ts';
import { type LockedSlip, lockSlip, slipCommand, slipRecordOf } from '../lock-slip.ts';

/** Records the day of a slip's deposit; from then on its drafts are with the bank. */
export const depositSlip = slipCommand('depositSlip', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const { slip, drafts } = await lockSlip(transaction, input, depositSlipCan.deposit);
  assertDay(slip, input.depositedOn, now);
  for (const { number, valid_until } of drafts) {
    if (valid_until < input.depositedOn) {
      throw domainError('demand_drafts.validity_passed', { number, validUntil: formatDay(valid_until) });
    }
  }

  const { version } = await updateRow(db, 'deposit_slips', slip, {
    state: 'deposited',
    deposited_on: input.depositedOn,
    deposited_by: actor.id,
    deposited_at: now,
  });
  await db
    .updateTable('demand_drafts')
    .set((eb) => ({ state: 'deposited', version: eb('version', '+', 1) }))
    .where('deposit_slip_id', '=', slip.id)
    .execute();

  const { depositedOn } = input;
  for (const draft of drafts) {
    audit({
      event: 'demand_drafts.deposited',
      ...recordOf(draft),
      before: { state: draft.state },
      after: { state: 'deposited', depositSlip: formatSlipNumber(slip.slip_number), depositedOn },
    });
  }
  audit({
    event: 'deposit_slips.deposited',
    ...slipRecordOf(slip),
    before: { state: slip.state },
    after: { state: 'deposited', depositedOn, drafts: drafts.length },
  });
  return { version };
});

function assertDay(slip: LockedSlip, depositedOn: string, now: Date): void {
  const preparedOn = dayInIndia(slip.prepared_at);
  if (depositedOn >= preparedOn && depositedOn <= dayInIndia(now)) return;
  throw invalidInput([
    depositedOn < preparedOn
      ? fieldError('depositedOn', 'deposit_slips.deposited_too_early', { preparedOn })
      : fieldError('depositedOn', 'request.day_to_come'),
  ]);
}
