import { draftCan } from '#features/demand-drafts/rules.ts';
import { factsOf } from '#features/demand-drafts/server/lock-drafts.ts';
import { lockDraftWithApplications } from '#features/fees/server/paid-applications.ts';
import { recordReturn } from '#features/fees/server/record-return.ts';
import { assertVersion } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { lineCan } from '../../rules.ts';
import { lineCommand, lockLine } from '../lock-line.ts';
import { assertNotSettled, writeMatches } from '../write-matches.ts';

/**
 * Records that a debit is the return of a draft by the bank, with all consequences for its applications and
 * certificates. If the return was already recorded by hand, only the line is matched to it.
 */
export const returnDraftOfLine = lineCommand('returnDraftOfLine', async (transaction, input) => {
  const { db } = transaction;
  const line = await lockLine(db, input.id);
  const locked = await lockDraftWithApplications(transaction, input.demandDraftId);
  const { draft } = locked;
  assertAllowed(lineCan.returnDraft(line));
  await assertVersion(db, { type: 'bank_statement_line', row: line }, input.version);
  await assertNotSettled(db, [draft], 'returned');
  if (draft.amount * 100 !== line.amountPaise && !input.remark) {
    throw domainError('bank_statements.remark_wanted');
  }
  const isRecorded = draft.state === 'returned_by_bank';
  if (!isRecorded) {
    assertAllowed(draftCan.return(factsOf(draft)), { 'demand_drafts.on_slip': { number: draft.number } });
    await recordReturn(locked, input);
  }

  await writeMatches(transaction, [{ line, drafts: [draft], outcome: 'returned', remark: input.remark }]);
  return { version: line.version + 1 };
});
