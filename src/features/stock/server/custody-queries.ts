import { type Expression, type RawBuilder, sql } from 'kysely';
import { byName, type Db, fromRow } from '#platform/server/db/database.ts';
import { unscoped } from '#platform/server/db/scope.ts';
import type { BlankReceipts } from '#platform/server/db/tables.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Role } from '#shared/roles.ts';
import { blankStates } from '../custody.ts';
import {
  type Balance,
  BlankHistory,
  type BlankRange,
  type PaperCustody,
  ReceiptCustody,
} from '../custody-contract.ts';
import { formatSerial } from '../serials.ts';
import { runNumber } from './ink-uses.ts';
import { movementsOf } from './movements.ts';
import { listPapers } from './papers.ts';

type ReceiptRow = Pick<
  BlankReceipts,
  'id' | 'paper_id' | 'serial_prefix' | 'first_serial' | 'last_serial' | 'received_on' | 'received_by'
> & { balances: Balance[] };

/** Balances are sums of movements per state and holder: in less out. They are never edited. */
export async function getCustody(db: Db): Promise<{ papers: PaperCustody[] }> {
  const papers = await listPapers(db);
  const { rows } = await sql<ReceiptRow>`
    with changes as (
      select blank_receipt_id, to_state as state, to_holder as holder, quantity from blank_movements
      union all
      select blank_receipt_id, from_state, from_holder, -quantity from blank_movements where from_state is not null
    ), balances as (
      select blank_receipt_id, state, holder, sum(quantity)::integer as quantity
        from changes group by blank_receipt_id, state, holder having sum(quantity) <> 0
    )
    select r.id, r.paper_id, r.serial_prefix, r.first_serial, r.last_serial, r.received_on, r.received_by,
           jsonb_agg(jsonb_build_object('state', b.state, 'holderId', b.holder, 'holder', s.name, 'quantity', b.quantity)) as balances
      from balances b
      join blank_receipts r on r.id = b.blank_receipt_id
      left join staff s on s.id = b.holder
     group by r.id
     order by r.serial_prefix, r.first_serial
  `.execute(db);
  const openCounts = await db
    .selectFrom('stock_counts')
    .select(['id', 'paper_id'])
    .where('closed_at', 'is', null)
    .execute();
  const used = await sheetsUsedLately(db);
  const due = await listPapersToCount(db).select(['papers.id', 'papers.due_since']).execute();
  const byPaper = Map.groupBy(rows, (row) => row.paper_id);
  return {
    papers: papers.map((paper) => {
      const ofPaper = byPaper.get(paper.id) ?? [];
      const receipts = ofPaper.map(toReceipt);
      const balances = addUp(receipts.flatMap((receipt) => receipt.balances));
      return {
        ...paper,
        accepted: totalOf(balances),
        balances,
        receipts,
        openCountId: openCounts.find((count) => count.paper_id === paper.id)?.id ?? null,
        countDueSince: due.find(({ id }) => id === paper.id)?.due_since.toISOString() ?? null,
        daysLeft: daysLeft(paper, used.get(paper.id) ?? 0),
        keeperIds: [...new Set(ofPaper.filter(isInStore).map((row) => row.received_by))],
      };
    }),
  };
}

/** The days over which the use of a paper is averaged. */
const pace = 30;

/** Sheets that got their outcome in a run, by paper, less those whose outcome was taken back. */
async function sheetsUsedLately(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ paper_id: string; used: number }>`
    select r.paper_id, sum(case m.act when 'taken_back' then -m.quantity else m.quantity end)::integer as used
      from blank_movements m
      join custody_acts a on a.id = m.custody_act_id
      join blank_receipts r on r.id = m.blank_receipt_id
     where a.acted_at > now() - make_interval(days => ${pace})
       and (m.act = 'taken_back' or (m.from_state = 'bound' and m.to_state in ('printed', 'spoilt', 'missing')))
     group by r.paper_id
  `.execute(db);
  return new Map(rows.map(({ paper_id, used }) => [paper_id, used]));
}

function daysLeft(
  { inStore, issued }: Pick<PaperCustody, 'inStore' | 'issued'>,
  used: number,
): number | null {
  return used > 0 ? Math.floor(((inStore + issued) * pace) / used) : null;
}

/**
 * Papers with sheets in store that nobody has counted for a year. General Financial Rules 2017, r. 213 (2): consumables
 * are verified at least once a year.
 */
export function listPapersToCount(db: Db) {
  const inStock = db
    .selectFrom('papers')
    .where(
      sql<boolean>`exists (select from blanks where blanks.paper_id = papers.id and blanks.state = 'in_store')`,
    )
    .select([
      'papers.id',
      sql<Date>`interval '1 year' + coalesce(
        (select max(closed_at) from stock_counts where stock_counts.paper_id = papers.id),
        (select min(approved_at) from blank_receipts where blank_receipts.paper_id = papers.id))`.as(
        'due_since',
      ),
    ]);
  return db.selectFrom(inStock.as('papers')).where('papers.due_since', '<=', sql<Date>`now()`);
}

/** Who received the deliveries with sheets in store: the custodians of a paper, who may not count it. */
export function custodiansOf(paperId: Expression<string>): RawBuilder<string[]> {
  return sql`array(
    select distinct received_by from blank_receipts r
     where r.paper_id = ${paperId} and exists (
       select from blanks b where b.blank_receipt_id = r.id and b.state in ('in_store', 'spoilt') and b.held_by is null))`;
}

export async function findCustodians(db: Db, paperId: string): Promise<string[]> {
  const ids = custodiansOf(sql.val(paperId));
  return (await db.selectNoFrom(ids.as('ids')).executeTakeFirstOrThrow()).ids;
}

function isInStore({ balances }: ReceiptRow): boolean {
  return balances.some(
    ({ state, holderId }) => state === 'in_store' || (state === 'spoilt' && holderId === null),
  );
}

function toReceipt(row: ReceiptRow): ReceiptCustody {
  return fromRow(ReceiptCustody, row, {
    firstSerial: formatSerial(row.serial_prefix, row.first_serial),
    lastSerial: formatSerial(row.serial_prefix, row.last_serial),
    accepted: totalOf(row.balances),
    balances: addUp(row.balances),
  });
}

/** One balance per state and holder, in the order of a sheet's states. */
function addUp(balances: readonly Balance[]): Balance[] {
  const sums = new Map<string, Balance>();
  for (const balance of balances) {
    const key = `${balance.state} ${balance.holderId}`;
    const sum = sums.get(key);
    if (sum) sum.quantity += balance.quantity;
    else sums.set(key, { ...balance });
  }
  return [...sums.values()].toSorted(
    (a, b) =>
      blankStates.indexOf(a.state) - blankStates.indexOf(b.state) ||
      (a.holder ?? '').localeCompare(b.holder ?? ''),
  );
}

function totalOf(balances: readonly Balance[]): number {
  return balances.reduce((sum, { quantity }) => sum + quantity, 0);
}

export async function listBlankRanges(db: Db, receiptId: string): Promise<{ ranges: BlankRange[] }> {
  await db
    .selectFrom('blank_receipts')
    .select('id')
    .where('id', '=', receiptId)
    .executeTakeFirstOrThrow(() => domainError('stock.not_found'));
  const { rows } = await sql<BlankRange>`
    select min(b.serial) as "firstSerial", max(b.serial) as "lastSerial", count(*) as quantity, b.state, s.name as holder,
           ${runNumber} as "runNumber"
      from (select blanks.*, number - row_number() over (partition by state, held_by, print_run_id order by number) as island
              from blanks where blank_receipt_id = ${receiptId}) b
      left join staff s on s.id = b.held_by
      left join print_runs on print_runs.id = b.print_run_id
     group by b.state, s.name, print_runs.run_number, b.held_by, b.print_run_id, b.island
     order by min(b.number)
  `.execute(db);
  return { ranges: rows };
}

export async function findBlank(db: Db, serial: string): Promise<BlankHistory> {
  const row = await unscoped(
    db,
    'Stock belongs to no college, so everybody at it sees the numbers of all runs.',
  )
    .selectFrom('blanks')
    .innerJoin('papers', 'papers.id', 'blanks.paper_id')
    .innerJoin('blank_receipts', 'blank_receipts.id', 'blanks.blank_receipt_id')
    .leftJoin('staff', 'staff.id', 'blanks.held_by')
    .leftJoin('print_runs', 'print_runs.id', 'blanks.print_run_id')
    .where('blanks.serial', '=', serial)
    .select([
      'blanks.serial',
      'blanks.number',
      'blanks.blank_receipt_id',
      'blanks.state',
      'papers.name as paper',
      'papers.colour',
      'staff.name as holder',
      'blank_receipts.received_on',
      runNumber.as('run_number'),
    ])
    .executeTakeFirstOrThrow(() => domainError('stock.unknown_serials', { serials: serial }));
  const movements = await movementsOf(db, { receiptId: row.blank_receipt_id, number: row.number });
  return fromRow(BlankHistory, row, { movements });
}

export async function listHolders(db: Db) {
  const holders = await db
    .selectFrom('staff')
    .select(['id', 'name', 'role'])
    .where('role', 'in', ['admin', 'printer'] satisfies Role[])
    .where('disabled_at', 'is', null)
    .orderBy('role', 'desc')
    .orderBy(byName('name'))
    .$narrowType<{ role: 'admin' | 'printer' }>()
    .execute();
  return { holders };
}
