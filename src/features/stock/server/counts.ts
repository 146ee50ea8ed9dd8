import { sql } from 'kysely';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { listQueries, newestFirst, type RowOf } from '#platform/server/db/list-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import {
  CountEntry,
  type CountFilters,
  Discrepancy,
  StockCount,
  type StockCountDetail,
} from '../count-contract.ts';
import { formatRange, splitSerial } from '../serials.ts';
import { findCustodians } from './custody-queries.ts';
import { rangeOf, serialsOf } from './serial-columns.ts';

export const stockCounts = listQueries({
  order: newestFirst('stock_counts.started_at', 'stock_counts.id'),
  queue: ({ state }: CountFilters) =>
    state === 'open' ? { column: 'stock_counts.started_at', type: 'timestamptz' } : undefined,
  rows: (db, { search, state, paperId }: CountFilters) =>
    countRows(db)
      .where((eb) =>
        eb.or([
          hasTerm(sql`papers.name, papers.colour, starter.name, closer.name`, search),
          isOfPaperWith(splitSerial(search)),
        ]),
      )
      .$if(paperId !== undefined, (query) => query.where('stock_counts.paper_id', '=', paperId!))
      .$if(state !== 'all', (query) =>
        query.where('stock_counts.closed_at', state === 'open' ? 'is' : 'is not', null),
      ),
  record: toStockCount,
});

/** A count is of all sheets of its paper. */
function isOfPaperWith(serial: ReturnType<typeof splitSerial>) {
  if (serial === null) return sql<boolean>`false`;
  return sql<boolean>`stock_counts.paper_id in (select paper_id from blank_receipts
    where serial_prefix = ${serial.prefix} and ${serial.number}::int between first_serial and last_serial)`;
}

export async function getStockCount(db: Db, id: string): Promise<StockCountDetail> {
  const row = await countRows(db).where('stock_counts.id', '=', id).executeTakeFirst();
  if (!row) throw domainError('stock.no_count');
  return {
    ...toStockCount(row),
    expectedRanges: row.closed_at === null ? null : await expectedRanges(db, id),
    entries: await entriesOf(db, id),
    found: await discrepanciesOf(db, id),
    keeperIds: await findCustodians(db, row.paper_id),
  };
}

async function expectedRanges(db: Db, countId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('stock_count_expected as expected')
    .innerJoin('blank_receipts', 'blank_receipts.id', 'expected.blank_receipt_id')
    .where('expected.stock_count_id', '=', countId)
    .orderBy('serial_prefix')
    .orderBy('first_number')
    .select(['serial_prefix', 'first_number', 'last_number'])
    .execute();
  return rows.map((row) => formatRange(rangeOf(row)));
}

async function entriesOf(db: Db, countId: string): Promise<CountEntry[]> {
  const rows = await db
    .selectFrom('stock_count_entries as entry')
    .innerJoin('staff', 'staff.id', 'entry.entered_by')
    .where('entry.stock_count_id', '=', countId)
    .orderBy('entry.entered_at', 'desc')
    .orderBy('entry.id', 'desc')
    .selectAll('entry')
    .select([sql<number>`last_number - first_number + 1`.as('quantity'), 'staff.name'])
    .execute();
  return rows.map((row) => fromRow(CountEntry, row, { ...serialsOf(row), enteredBy: row.name }));
}

async function discrepanciesOf(db: Db, countId: string): Promise<Discrepancy[]> {
  const rows = await db
    .selectFrom('stock_discrepancies as found')
    .leftJoin('staff as holder', 'holder.id', 'found.held_by')
    .leftJoin('staff as resolver', 'resolver.id', 'found.resolved_by')
    .where('found.stock_count_id', '=', countId)
    .orderBy('found.serial_prefix')
    .orderBy('found.first_number')
    .selectAll('found')
    .select(['holder.name as holder', 'resolver.name as resolver'])
    .execute();
  return rows.map((row) => fromRow(Discrepancy, row, { ...serialsOf(row), resolvedBy: row.resolver }));
}

/** The count's row, locked until the transaction ends; `position` is the ledger's position when it began. */
export async function lockOpenCount(db: Db, id: string) {
  const row = await db
    .selectFrom('stock_counts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => domainError('stock.no_count'));
  if (row.closed_at !== null) throw domainError('stock.count_closed');
  return row;
}

function countRows(db: Db) {
  return db
    .selectFrom('stock_counts')
    .innerJoin('papers', 'papers.id', 'stock_counts.paper_id')
    .innerJoin('staff as starter', 'starter.id', 'stock_counts.started_by')
    .leftJoin('staff as closer', 'closer.id', 'stock_counts.closed_by')
    .selectAll('stock_counts')
    .select([
      'papers.name as paper',
      'papers.colour',
      'starter.name as starter',
      'closer.name as closer',
      sql<number>`coalesce(stock_counts.counted_quantity, (
        select count(distinct (e.serial_prefix, number)) from stock_count_entries e, generate_series(e.first_number, e.last_number) number
         where e.stock_count_id = stock_counts.id))`.as('counted'),
      sql<number>`(select count(*) from stock_discrepancies d where d.stock_count_id = stock_counts.id)`.as(
        'discrepancies',
      ),
      sql<number>`(select count(*) from stock_discrepancies d where d.stock_count_id = stock_counts.id and d.resolution is null)`.as(
        'unresolved',
      ),
    ]);
}

function toStockCount(row: RowOf<typeof countRows>): StockCount {
  const expected = row.closed_at === null ? null : row.expected_quantity;
  return fromRow(StockCount, row, { expected, startedBy: row.starter, closedBy: row.closer });
}
