import { sql } from 'kysely';
import { findNumbered, type Numbered } from '#features/masters/server/printed-numbers.ts';
import { type Db, fromRow, hasTerm, isAmong } from '#platform/server/db/database.ts';
import { listQueries, type RowOf } from '#platform/server/db/list-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { PageRequest } from '#shared/fields.ts';
import { dayInIndia } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import { type LineFilters, type LineState, SettledDraft, StatementLine } from '../line-contract.ts';
import { findCandidates } from './find-candidates.ts';
import { loadRegister } from './load-register.ts';
import { assertWholeUniversity } from './lock-line.ts';
import { matchLine } from './match-line.ts';

const lines = listQueries({
  order: {
    column: 'bank_statement_lines.place',
    type: 'integer',
    id: 'bank_statement_lines.id',
    idType: 'uuid',
    direction: 'asc',
  },
  rows: filtered,
  record: toLine,
});

export const countStatementLines = lines.count;

export async function listStatementLines(db: Db, input: LineFilters & PageRequest) {
  const { rows, nextCursor } = await lines.page(db, input);
  return { rows: await withFindings(db, rows), nextCursor };
}

export async function listLineCandidates(db: Db, id: string) {
  const row = await lineRows(db)
    .where('bank_statement_lines.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('bank_statements.line_not_found'));
  return findCandidates(db, toLine(row));
}

function lineRows(db: Db) {
  assertWholeUniversity(db);
  return db
    .selectFrom('bank_statement_lines')
    .leftJoin('staff', 'staff.id', 'bank_statement_lines.decided_by')
    .selectAll('bank_statement_lines')
    .select('staff.name as decider_name');
}

async function filtered(db: Db, filters: LineFilters) {
  let result = lineRows(db).where('bank_statement_lines.statement_id', '=', filters.statementId);
  if (filters.state !== 'all') result = result.where('bank_statement_lines.state', '=', filters.state);
  if (filters.side !== 'all') result = result.where('bank_statement_lines.side', '=', filters.side);
  if (filters.search) {
    const settling = settledBy(db, await findNumbered(db, filters.search));
    result = result.where((eb) =>
      eb.or([
        hasTerm(sql`bank_statement_lines.search_text`, filters.search),
        eb('bank_statement_lines.id', 'in', settling),
      ]),
    );
  }
  return result;
}

/** The lines that settle drafts on which a number is printed, or on whose papers. */
export function settledBy(db: Db, { drafts }: Numbered) {
  return db
    .selectFrom('bank_statement_settlements')
    .where(isAmong('bank_statement_settlements.demand_draft_id', drafts))
    .select('bank_statement_settlements.line_id');
}

/** Matches open lines on every read, because the register changes while they wait. */
async function withFindings(db: Db, lines: StatementLine[]): Promise<StatementLine[]> {
  const inState = (state: LineState) => lines.filter((line) => line.state === state);
  const register = await loadRegister(db, inState('open'));
  const settled = await listSettled(db, idsOf(inState('matched')));
  const today = dayInIndia(new Date());
  return lines.map((line) => ({
    ...line,
    finding: line.state === 'open' ? matchLine(line, register, today) : null,
    settled: settled.get(line.id)?.map((draft) => fromRow(SettledDraft, draft)) ?? [],
  }));
}

async function listSettled(db: Db, lineIds: string[]) {
  if (lineIds.length === 0) return new Map<string, undefined>();
  const rows = await db
    .selectFrom('demand_drafts')
    .innerJoin('bank_statement_settlements', 'bank_statement_settlements.demand_draft_id', 'demand_drafts.id')
    .where('bank_statement_settlements.line_id', 'in', lineIds)
    .orderBy('demand_drafts.number')
    .select([
      'bank_statement_settlements.line_id',
      'bank_statement_settlements.demand_draft_id',
      'bank_statement_settlements.amount',
      'demand_drafts.number',
      'demand_drafts.bank',
    ])
    .execute();
  return Map.groupBy(rows, (row) => row.line_id);
}

/** The line without finding and settled drafts. */
function toLine(row: RowOf<typeof lineRows>): StatementLine {
  return fromRow(StatementLine, row, { finding: null, settled: [], decidedBy: row.decider_name });
}
