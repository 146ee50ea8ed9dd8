import { domainError } from '#platform/server/domain-error.ts';
import { assertWholeUniversity, lineCommand, lockOpenLines } from '../lock-line.ts';
import { settleAutomatically } from '../settle-lines.ts';

/** Matches the open lines again, because drafts may have been registered or deposited since. */
export const matchBankStatement = lineCommand('matchBankStatement', async (transaction, { id }) => {
  const { db, audit } = transaction;
  assertWholeUniversity(db);
  const statement = await db
    .selectFrom('bank_statements')
    .select(['id', 'file_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('bank_statements.not_found'));
  const lines = await lockOpenLines(db, id);
  const settled = await settleAutomatically(transaction, lines);

  audit({
    event: 'bank_statements.matched',
    record: { type: 'bank_statement', id, label: statement.file_name },
    after: { looked: lines.length, settled },
  });
  return { settled };
});
