import { type LockedDraft, lockDrafts } from '#features/demand-drafts/server/lock-drafts.ts';
import { recordCredits } from '#features/demand-drafts/server/record-credits.ts';
import { assertVersion, type CommandTransaction } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import { lineCan, sumInPaise } from '../../rules.ts';
import { type LockedLine, lineCommand, lockLine } from '../lock-line.ts';
import { assertNotSettled, writeMatches } from '../write-matches.ts';

/**
 * Records by hand that a credit is the money of these drafts. It may be less than their sum, which the remark explains,
 * but not more. Drafts already realised by hand are only matched to the line.
 */
export const settleStatementLine = lineCommand('settleStatementLine', async (transaction, input) => {
  const { db } = transaction;
  const line = await lockLine(db, input.id);
  const drafts = await lockDrafts(db, input.demandDraftIds);
  assertAllowed(lineCan.settle(line));
  await assertVersion(db, { type: 'bank_statement_line', row: line }, input.version);
  await assertNotSettled(db, drafts, 'realised');
  assertAmount(line, drafts, input.remark);
  await assertDays(transaction, line, drafts);

  const unrealised = drafts.filter((draft) => draft.state !== 'realised');
  const credits = unrealised.map((draft) => ({ draft, realisedOn: line.valueDate }));
  await recordCredits(transaction, credits);
  await writeMatches(transaction, [{ line, drafts, outcome: 'realised', remark: input.remark }]);
  return { version: line.version + 1 };
});

function assertAmount(line: LockedLine, drafts: readonly LockedDraft[], remark: string): void {
  const short = sumInPaise(drafts) - line.amountPaise;
  if (short < 0) throw domainError('bank_statements.excess', { paise: -short });
  if (short > 0 && !remark) throw domainError('bank_statements.remark_wanted');
}

/** The value date is the bank's, so there is no field for the person to correct. */
async function assertDays(
  { db, now }: CommandTransaction,
  line: LockedLine,
  drafts: readonly LockedDraft[],
): Promise<void> {
  if (line.valueDate > dayInIndia(now)) throw domainError('bank_statements.not_yet');
  const later = await db
    .selectFrom('demand_drafts')
    .innerJoin('deposit_slips', 'deposit_slips.id', 'demand_drafts.deposit_slip_id')
    .where('demand_drafts.id', 'in', idsOf(drafts))
    .where('demand_drafts.state', '=', 'deposited')
    .where('deposit_slips.deposited_on', '>', line.valueDate)
    .select('demand_drafts.number')
    .executeTakeFirst();
  if (later) throw domainError('bank_statements.before_deposit', { number: later.number });
}
