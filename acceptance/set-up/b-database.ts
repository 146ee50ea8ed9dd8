import type { Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { chargesTable } from './b-discovery.ts';

// What the tests of charges, award record and balances ask the database as its superuser, without knowing its tables.

/** Tables that repeat what others say, keep what somebody typed or how far a list is, and are no record themselves. */
const aside =
  /^(audit_|.*_changes$|.*_deltas$|.*_totals$|position_indexes|form_drafts|idempotent_requests|imports$|import_|access_log|outbox|sessions|throttles|code_challenges)/;

type Column = { table: string; column: string; type: string };

async function columnsOf(portal: Portal): Promise<Column[]> {
  const rows = await portal.sql<Column>(
    `select c.table_name as table, c.column_name as column, c.udt_name as type
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' order by 1, c.ordinal_position`,
  );
  return rows.filter(({ table }) => !aside.test(table));
}

export type Row = { table: string; key: string; row: Json };

/** Every row of every table that carries this id: the record itself and what hangs on it. */
export async function rowsOf(portal: Portal, id: string): Promise<Row[]> {
  const tables = new Map<string, string[]>();
  for (const { table, column, type } of await columnsOf(portal))
    if (type === 'uuid') tables.set(table, [...(tables.get(table) ?? []), column]);
  const found: Row[] = [];
  const client = await portal.connect();
  try {
    for (const [table, columns] of tables) {
      const which = columns.map((column) => `t."${column}" = $1`).join(' or ');
      const { rows } = await client.query<{ row: Json }>(
        `select to_jsonb(t) as row from "${table}" t where ${which} limit 50`,
        [id],
      );
      for (const { row } of rows)
        found.push({ table, key: columns.find((column) => row[column] === id)!, row });
    }
  } finally {
    await client.end();
  }
  return found;
}

export async function textOf(portal: Portal, id: string): Promise<string> {
  return (await rowsOf(portal, id)).map(({ row }) => JSON.stringify(row)).join('\n');
}

/** How many rows of which tables have this text in any column; `everywhere` looks into events and kept forms as well. */
export async function tablesWith(
  portal: Portal,
  text: string,
  { everywhere = false } = {},
): Promise<Record<string, number>> {
  const tables = everywhere
    ? (
        await portal.sql<{ table: string }>(
          "select table_name as table from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
        )
      ).map((row) => row.table)
    : [...new Set((await columnsOf(portal)).map((column) => column.table))];
  const found: Record<string, number> = {};
  const client = await portal.connect();
  try {
    for (const table of tables) {
      const { rows } = await client.query(
        `select count(*)::int as rows from "${table}" t where position($1 in t::text) > 0`,
        [text],
      );
      if (rows[0].rows > 0) found[table] = rows[0].rows;
    }
  } finally {
    await client.end();
  }
  return found;
}

/** One statement as the database role that the application has, rolled back; what it was refused with, or undefined. */
export async function refusedAsApplication(
  portal: Portal,
  statement: string,
  values: unknown[] = [],
): Promise<string | undefined> {
  const client = await portal.connect();
  try {
    await client.query('begin');
    // docs/operations.md: the application serves as a login in this group role.
    await client.query('set local role dikshant_app');
    const { rowCount } = await client.query(statement, values);
    await client.query('set constraints all immediate');
    return rowCount === 0 ? 'it changed no row' : undefined;
  } catch (error) {
    return String(error);
  } finally {
    await client.query('rollback').catch(() => {});
    await client.end();
  }
}

/** The same act by the application's role, which has to be refused for what it is and not for its grammar. */
export function isRefusal(sentence: string | undefined): boolean {
  return (
    sentence !== undefined && !/syntax error|does not exist|invalid input|it changed no row/i.test(sentence)
  );
}

/** Events that came after a sequence, as they stand in the log. */
export function eventsAfter(portal: Portal, sequence: number): Promise<Json[]> {
  return portal.sql('select * from audit_events where sequence > $1 order by sequence', [sequence]);
}

export async function newestEvent(portal: Portal): Promise<number> {
  const [row] = await portal.sql<{ sequence: string }>('select max(sequence) as sequence from audit_events');
  return Number(row!.sequence);
}

/** What was conceded on these applications together: rows of concessions by application or charge, or a column of charges. */
export async function concededOn(portal: Portal, ids: string[]): Promise<number> {
  const charges = await chargesTable(portal);
  const columns = await portal.sql<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and (table_name ~ '^concession' or (table_name = $1 and column_name ~ '^concession(_amount)?$'))`,
    [charges ?? ''],
  );
  const own = columns.find(({ table }) => table === charges);
  const table = columns.find((one) => /^concession/.test(one.table))?.table;
  const has = (column: string) => columns.some((one) => one.table === table && one.column === column);
  const statement = own
    ? `select sum("${own.column}")::int as amount from "${charges}" where application_id = any($1)`
    : has('application_id')
      ? `select sum(amount)::int as amount from "${table}" where application_id = any($1)`
      : `select sum(k.amount)::int as amount from "${table}" k join "${charges}" c on c.id = k.charge_id where c.application_id = any($1)`;
  const [row] = await portal.sql<{ amount: number | null }>(statement, [ids]);
  return row?.amount ?? 0;
}

/** The ledger of money, by sums that share nothing with the product: rows that break an invariant, each with its name. */
export async function brokenLedger(portal: Portal): Promise<Json[]> {
  // PRODUCT.md: reprint charges are never in an application's total. Open: whether an allocation names its charge.
  const [link] = await portal.sql<{ column: string }>(
    "select column_name as column from information_schema.columns where table_name = 'allocations' and column_name ~ 'charge'",
  );
  const table = link && (await chargesTable(portal));
  const isReprint = table
    ? `exists (select 1 from "${table}" c, jsonb_each_text(to_jsonb(c)) as said where c.id = a."${link.column}" and said.value ~* '^reprint')`
    : 'false';
  return portal.sql(
    `with paid as (
       select a.application_id as id, sum(a.amount)::int as amount from allocations a join demand_drafts d on d.id = a.demand_draft_id
       where d.state not in ('returned_by_bank') and d.replaced_by is null and not ${isReprint} group by 1),
     used as (select demand_draft_id as id, sum(amount)::int as amount from allocations group by 1),
     refunded as (select demand_draft_id as id, sum(amount)::int as amount from refunds group by 1)
     select 'pending is total less paid' as broken, p.id, p.total_amount, p.paid_amount, p.pending_amount
       from applications p where p.pending_amount <> p.total_amount - p.paid_amount or p.paid_amount < 0 or p.pending_amount < 0
     union all
     select 'verified is paid in full', p.id, p.total_amount, p.paid_amount, p.pending_amount
       from applications p where p.status = 'verified' and p.paid_amount <> p.total_amount
     union all
     select 'allocated and refunded are within the draft', d.id, d.amount, d.allocated_amount, d.refunded_amount
       from demand_drafts d where d.allocated_amount < 0 or d.allocated_amount + d.refunded_amount > d.amount
     union all
     select 'refunded is the sum of refunds', d.id, d.amount, d.refunded_amount, coalesce(r.amount, 0)
       from demand_drafts d left join refunded r using (id) where d.refunded_amount <> coalesce(r.amount, 0)
     union all
     select 'paid is the sum of the allocations of drafts that pay', p.id, p.total_amount, p.paid_amount, coalesce(paid.amount, 0)
       from applications p left join paid using (id) where p.paid_amount <> coalesce(paid.amount, 0)
     union all
     select 'what pays for applications is within what is allocated', d.id, d.amount, d.allocated_amount, used.amount
       from demand_drafts d join used using (id)
       where d.state not in ('returned_by_bank') and d.replaced_by is null and used.amount > d.allocated_amount`,
  );
}
