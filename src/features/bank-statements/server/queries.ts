import { sql } from 'kysely';
import type { Scope } from '#platform/server/actor.ts';
import type { Db } from '#platform/server/db/database.ts';
import { containing, readPage } from '#platform/server/db/page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { BankStatement, StatementFilters } from '../contract.ts';
import { assertWholeUniversity } from './lock-line.ts';

export async function listBankStatements(db: Db, scope: Scope, input: StatementFilters & PageRequest) {
  assertWholeUniversity({ scope });
  const page = await readPage(
    filtered(statementRows(db), input),
    {
      column: 'bank_statements.uploaded_at',
      type: 'timestamptz',
      id: 'bank_statements.id',
      idType: 'uuid',
      direction: 'desc',
    },
    input,
  );
  return { rows: page.rows.map(toStatement), nextCursor: page.nextCursor };
}

export async function countBankStatements(
  db: Db,
  scope: Scope,
  filters: StatementFilters,
): Promise<{ count: number }> {
  assertWholeUniversity({ scope });
  return filtered(statementRows(db), filters)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

export async function getBankStatement(db: Db, scope: Scope, id: string): Promise<BankStatement> {
  assertWholeUniversity({ scope });
  const row = await statementRows(db).where('bank_statements.id', '=', id).executeTakeFirst();
  if (!row) throw domainError('bank_statements.not_found');
  return toStatement(row);
}

const states = ['open', 'matched', 'set_aside'] as const;

/** Every statement with the counts and sums of its lines by what became of them. */
function statementRows(db: Db) {
  return db
    .selectFrom('bank_statements')
    .innerJoin('staff', 'staff.id', 'bank_statements.uploaded_by')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('bank_statement_lines')
          .whereRef('bank_statement_lines.statement_id', '=', 'bank_statements.id')
          .select(
            states.flatMap((state) => [
              sql<number>`count(*) filter (where state = ${state})`.as(`${state}_count`),
              sql<number>`coalesce(sum(amount_paise) filter (where state = ${state} and side = 'credit'), 0)::bigint`.as(
                `${state}_credit`,
              ),
              sql<number>`coalesce(sum(amount_paise) filter (where state = ${state} and side = 'debit'), 0)::bigint`.as(
                `${state}_debit`,
              ),
            ]),
          )
          .as('tally'),
      (join) => join.onTrue(),
    )
    .selectAll('bank_statements')
    .selectAll('tally')
    .select('staff.name as uploader_name');
}

type StatementRow = Awaited<ReturnType<ReturnType<typeof statementRows>['executeTakeFirstOrThrow']>>;

function filtered(query: ReturnType<typeof statementRows>, filters: StatementFilters) {
  let result = query;
  if (filters.state !== 'all') {
    result = result.where('tally.open_count', filters.state === 'open' ? '>' : '=', 0);
  }
  if (filters.search) {
    const pattern = containing(filters.search);
    result = result.where((eb) =>
      eb.or([
        eb('bank_statements.search_text', 'like', pattern),
        eb(eb.fn('lower', ['staff.name']), 'like', pattern),
      ]),
    );
  }
  return result;
}

function toStatement(row: StatementRow): BankStatement {
  return {
    id: row.id,
    fileName: row.file_name,
    firstDay: row.first_day,
    lastDay: row.last_day,
    lineCount: row.line_count,
    repeatedCount: row.repeated_count,
    creditPaise: row.credit_paise,
    debitPaise: row.debit_paise,
    repeatedCreditPaise: row.repeated_credit_paise,
    repeatedDebitPaise: row.repeated_debit_paise,
    uploadedBy: row.uploader_name,
    uploadedAt: row.uploaded_at.toISOString(),
    openCount: row.open_count,
    matchedCount: row.matched_count,
    setAsideCount: row.set_aside_count,
    openCreditPaise: row.open_credit,
    matchedCreditPaise: row.matched_credit,
    setAsideCreditPaise: row.set_aside_credit,
    openDebitPaise: row.open_debit,
    matchedDebitPaise: row.matched_debit,
    setAsideDebitPaise: row.set_aside_debit,
  };
}
