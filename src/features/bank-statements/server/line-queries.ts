import { type Scope, wholeUniversity } from '#platform/server/actor.ts';
import { type Db, inScope } from '#platform/server/db/database.ts';
import { containing, readPage } from '#platform/server/db/page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { dayInIndia } from '#shared/dates.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { Finding, LineFilters, LineState, SetAsideReason, StatementLine } from '../line-contract.ts';
import { findCandidates } from './find-candidates.ts';
import { loadRegister } from './load-register.ts';
import { assertWholeUniversity } from './lock-line.ts';
import { matchLine } from './match-line.ts';

export async function listStatementLines(db: Db, scope: Scope, input: LineFilters & PageRequest) {
  assertWholeUniversity({ scope });
  const page = await readPage(
    filtered(lineRows(db), input),
    {
      column: 'bank_statement_lines.place',
      type: 'integer',
      id: 'bank_statement_lines.id',
      idType: 'uuid',
      direction: 'asc',
    },
    input,
  );
  return { rows: await withFindings(db, page.rows), nextCursor: page.nextCursor };
}

export async function countStatementLines(
  db: Db,
  scope: Scope,
  filters: LineFilters,
): Promise<{ count: number }> {
  assertWholeUniversity({ scope });
  return filtered(lineRows(db), filters)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

export async function listLineCandidates(db: Db, scope: Scope, id: string) {
  assertWholeUniversity({ scope });
  const row = await lineRows(db).where('bank_statement_lines.id', '=', id).executeTakeFirst();
  if (!row) throw domainError('bank_statements.line_not_found');
  return findCandidates(db, factsOf(row));
}

function lineRows(db: Db) {
  return db
    .selectFrom('bank_statement_lines')
    .leftJoin('staff', 'staff.id', 'bank_statement_lines.decided_by')
    .selectAll('bank_statement_lines')
    .select('staff.name as decider_name');
}

type LineRow = Awaited<ReturnType<ReturnType<typeof lineRows>['executeTakeFirstOrThrow']>>;

function filtered(query: ReturnType<typeof lineRows>, filters: LineFilters) {
  let result = query.where('bank_statement_lines.statement_id', '=', filters.statementId);
  if (filters.state !== 'all') result = result.where('bank_statement_lines.state', '=', filters.state);
  if (filters.side !== 'all') result = result.where('bank_statement_lines.side', '=', filters.side);
  if (filters.search) {
    result = result.where('bank_statement_lines.search_text', 'like', containing(filters.search));
  }
  return result;
}

/** The open lines are looked at anew, because the register goes on while they wait. */
async function withFindings(db: Db, rows: LineRow[]): Promise<StatementLine[]> {
  const open = rows.filter((row) => row.state === 'open').map(factsOf);
  const register = await loadRegister(db, open);
  const today = dayInIndia(new Date());
  const settled = await listSettled(
    db,
    rows.filter((row) => row.state === 'matched').map((row) => row.id),
  );
  return rows.map((row) =>
    toLine(row, {
      finding: row.state === 'open' ? matchLine(factsOf(row), register, today) : null,
      settled: settled.get(row.id) ?? [],
    }),
  );
}

async function listSettled(db: Db, lineIds: string[]) {
  if (lineIds.length === 0) return new Map<string, never[]>();
  const rows = await inScope(db, wholeUniversity, 'demand_drafts')
    .innerJoin('bank_statement_settlements', 'bank_statement_settlements.demand_draft_id', 'demand_drafts.id')
    .where('bank_statement_settlements.line_id', 'in', lineIds)
    .orderBy('demand_drafts.number')
    .select([
      'bank_statement_settlements.line_id',
      'bank_statement_settlements.amount',
      'demand_drafts.id as demandDraftId',
      'demand_drafts.number',
      'demand_drafts.bank',
    ])
    .execute();
  return Map.groupBy(rows, (row) => row.line_id);
}

function factsOf(row: LineRow) {
  return {
    valueDate: row.value_date,
    description: row.description,
    reference: row.reference,
    side: row.side as StatementLine['side'],
    amountPaise: row.amount_paise,
  };
}

function toLine(
  row: LineRow,
  { finding, settled }: { finding: Finding | null; settled: StatementLine['settled'] },
): StatementLine {
  return {
    ...factsOf(row),
    id: row.id,
    statementId: row.statement_id,
    rowNumber: row.row_number,
    bookedOn: row.booked_on,
    balancePaise: row.balance_paise,
    state: row.state as LineState,
    finding,
    settled: settled.map(({ demandDraftId, number, bank, amount }) => ({
      demandDraftId,
      number,
      bank,
      amount,
    })),
    differencePaise: row.difference_paise,
    setAsideReason: row.set_aside_reason as SetAsideReason | null,
    remark: row.remark,
    isAutomatic: row.is_automatic,
    decidedBy: row.decider_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    version: row.version,
  };
}
