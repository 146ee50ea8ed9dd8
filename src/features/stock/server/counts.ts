import { sql } from 'kysely';
import { type Db, unscoped } from '#platform/server/db/database.ts';
import { containing, readPage } from '#platform/server/db/page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type {
  CountFilters,
  Discrepancy,
  ListStockCountsInput,
  StockCount,
  StockCountDetail,
} from '../count-contract.ts';
import type { BlankState, DiscrepancyKind, Resolution } from '../custody.ts';
import { formatRange, formatSerial } from '../serials.ts';
import { keepersOf } from './custody-queries.ts';

export async function listStockCounts(db: Db, input: ListStockCountsInput) {
  const order = {
    column: 'stock_counts.started_at',
    type: 'timestamptz',
    id: 'stock_counts.id',
    idType: 'uuid',
    direction: 'desc',
  } as const;
  const page = await readPage(countRows(db).where(matching(input)), order, input);
  return { rows: page.rows.map(toStockCount), nextCursor: page.nextCursor };
}

export async function countStockCounts(db: Db, filters: CountFilters): Promise<{ count: number }> {
  return countRows(db)
    .where(matching(filters))
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

/** Paper, colour and who started or closed it. */
function matching({ search }: CountFilters) {
  if (!search) return sql<boolean>`true`;
  return sql<boolean>`lower(concat_ws(E'\n', papers.name, papers.colour, starter.name, closer.name)) like ${containing(search)}`;
}

export async function getStockCount(db: Db, id: string): Promise<StockCountDetail> {
  const row = await countRows(db).where('stock_counts.id', '=', id).executeTakeFirst();
  if (!row) throw domainError('stock.no_count');
  return {
    ...toStockCount(row),
    expectedRanges: row.closed_at === null ? null : await expectedRanges(db, id),
    entries: await entriesOf(db, id),
    found: await discrepanciesOf(db, id),
    keeperIds: await keepersOf(db, row.paper_id),
  };
}

async function expectedRanges(db: Db, countId: string): Promise<string[]> {
  const rows = await unscoped(db)
    .selectFrom('stock_count_expected as expected')
    .innerJoin('blank_receipts', 'blank_receipts.id', 'expected.blank_receipt_id')
    .where('expected.stock_count_id', '=', countId)
    .orderBy('serial_prefix')
    .orderBy('first_number')
    .select(['serial_prefix', 'first_number', 'last_number'])
    .execute();
  return rows.map((row) =>
    formatRange({ prefix: row.serial_prefix, first: row.first_number, last: row.last_number }),
  );
}

async function entriesOf(db: Db, countId: string): Promise<StockCountDetail['entries']> {
  const rows = await db
    .selectFrom('stock_count_entries as entry')
    .innerJoin('staff', 'staff.id', 'entry.entered_by')
    .where('entry.stock_count_id', '=', countId)
    .orderBy('entry.entered_at', 'desc')
    .orderBy('entry.id', 'desc')
    .selectAll('entry')
    .select('staff.name')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    firstSerial: formatSerial(row.serial_prefix, row.first_number),
    lastSerial: formatSerial(row.serial_prefix, row.last_number),
    quantity: row.last_number - row.first_number + 1,
    enteredBy: row.name,
    enteredAt: row.entered_at.toISOString(),
  }));
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
    .select(['holder.name as holder_name', 'resolver.name as resolver_name'])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as DiscrepancyKind,
    firstSerial: formatSerial(row.serial_prefix, row.first_number),
    lastSerial: formatSerial(row.serial_prefix, row.last_number),
    quantity: row.quantity,
    state: row.state as BlankState | null,
    holder: row.holder_name,
    resolution: row.resolution as Resolution | null,
    remark: row.remark,
    resolvedBy: row.resolver_name,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
  }));
}

/** The count's own row, locked until the transaction ends; `position` is where the ledger stood when it began. */
export async function lockOpenCount(db: Db, id: string) {
  const row = await db
    .selectFrom('stock_counts')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw domainError('stock.no_count');
  if (row.closed_at !== null) throw domainError('stock.count_closed');
  return row;
}

function countRows(db: Db) {
  return unscoped(db)
    .selectFrom('stock_counts')
    .innerJoin('papers', 'papers.id', 'stock_counts.paper_id')
    .innerJoin('staff as starter', 'starter.id', 'stock_counts.started_by')
    .leftJoin('staff as closer', 'closer.id', 'stock_counts.closed_by')
    .selectAll('stock_counts')
    .select([
      'papers.name as paper_name',
      'papers.colour',
      'starter.name as starter_name',
      'closer.name as closer_name',
      sql<number>`coalesce(stock_counts.counted_quantity, (
        select count(distinct (e.serial_prefix, number)) from stock_count_entries e, generate_series(e.first_number, e.last_number) number
         where e.stock_count_id = stock_counts.id))`.as('counted'),
      sql<number>`(select count(*) from stock_discrepancies d where d.stock_count_id = stock_counts.id)`.as(
        'found',
      ),
      sql<number>`(select count(*) from stock_discrepancies d where d.stock_count_id = stock_counts.id and d.resolution is null)`.as(
        'unresolved',
      ),
    ]);
}

type CountRow = Awaited<ReturnType<ReturnType<typeof countRows>['executeTakeFirstOrThrow']>>;

function toStockCount(row: CountRow): StockCount {
  return {
    id: row.id,
    paperId: row.paper_id,
    paper: row.paper_name,
    colour: row.colour,
    startedBy: row.starter_name,
    startedAt: row.started_at.toISOString(),
    expected: row.closed_at === null ? null : row.expected_quantity,
    counted: row.counted,
    closedBy: row.closer_name,
    closedAt: row.closed_at?.toISOString() ?? null,
    discrepancies: row.found,
    unresolved: row.unresolved,
    version: row.version,
  };
}
