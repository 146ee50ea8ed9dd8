import { sql } from 'kysely';
import { findNumbered } from '#features/masters/server/printed-numbers.ts';
import { type Db, fromRow, hasTerm, searchForm } from '#platform/server/db/database.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import { containsByIndex } from '#platform/server/db/search-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { BankStatement, type StatementFilters } from '../contract.ts';
import { lineStates } from '../line-contract.ts';
import { settledBy } from './line-queries.ts';
import { assertWholeUniversity } from './lock-line.ts';

export const bankStatements = listQueries({
  order: newestFirst('bank_statements.uploaded_at', 'bank_statements.id'),
  rows: filtered,
  record: toStatement,
});

export async function getBankStatement(db: Db, id: string): Promise<BankStatement> {
  const row = await statementRows(db)
    .where('bank_statements.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('bank_statements.not_found'));
  return toStatement(row);
}

/** Every statement with counts and sums of its lines by state. */
function statementRows(db: Db) {
  assertWholeUniversity(db);
  return db
    .selectFrom('bank_statements')
    .innerJoin('staff', 'staff.id', 'bank_statements.uploaded_by')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('bank_statement_lines')
          .whereRef('bank_statement_lines.statement_id', '=', 'bank_statements.id')
          .select(
            lineStates.flatMap((state) => [
              sql<number>`count(*) filter (where state = ${state})`.as(`${state}_count`),
              sumOf(state, 'credit').as(`${state}_credit_paise`),
              sumOf(state, 'debit').as(`${state}_debit_paise`),
            ]),
          )
          .as('tally'),
      (join) => join.onTrue(),
    )
    .selectAll('bank_statements')
    .selectAll('tally')
    .select('staff.name as uploader_name');
}

function sumOf(state: string, side: 'credit' | 'debit') {
  return sql<number>`coalesce(sum(amount_paise) filter (where state = ${state} and side = ${side}), 0)::bigint`;
}

async function filtered(db: Db, filters: StatementFilters) {
  let result = statementRows(db);
  if (filters.state !== 'all') {
    result = result.where('tally.open_count', filters.state === 'open' ? '>' : '=', 0);
  }
  if (filters.search) {
    const term = await searchForm(db, filters.search);
    const settling = settledBy(db, await findNumbered(db, filters.search));
    const lines = db.selectFrom('bank_statement_lines').select('bank_statement_lines.statement_id');
    result = result.where((eb) =>
      eb.or([
        hasTerm(sql`bank_statements.search_text, staff.name`, filters.search),
        // Apart, because no index serves an OR of both.
        eb(
          'bank_statements.id',
          'in',
          lines.where(containsByIndex('bank_statement_lines.search_text', term)),
        ),
        eb('bank_statements.id', 'in', lines.where('bank_statement_lines.id', 'in', settling)),
      ]),
    );
  }
  return result;
}

function toStatement(row: RowOf<typeof statementRows>): BankStatement {
  return fromRow(BankStatement, row, { uploadedBy: row.uploader_name });
}
