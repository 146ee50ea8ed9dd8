import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';

type OpenCount = { id: string; paper_id: string; ledger_position: number };

/** Stores the ranges that the books have in the store now: blanks, and spoilt sheets kept there. */
export async function storeExpected(db: Db, count: { id: string; paperId: string }): Promise<void> {
  await sql`
    insert into stock_count_expected (stock_count_id, blank_receipt_id, first_number, last_number)
    select ${count.id}, blank_receipt_id, min(number), max(number)
      from (select blank_receipt_id, number,
                   number - row_number() over (partition by blank_receipt_id order by number) as island
              from blanks
             where paper_id = ${count.paperId} and state in ('in_store', 'spoilt') and held_by is null) stored
     group by blank_receipt_id, island
  `.execute(db);
}

/**
 * Compares the entries with the books and records the discrepancies, in ranges of one kind, state and holder. Absent:
 * expected, not entered, and not moved since the count began. Extra: entered, but neither expected nor moved into the
 * store since.
 */
export async function recordDiscrepancies(db: Db, count: OpenCount): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with counted as (
      select distinct serial_prefix, number
        from stock_count_entries, generate_series(first_number, last_number) number where stock_count_id = ${count.id}
    ), expected as (
      select r.serial_prefix, number, x.blank_receipt_id
        from stock_count_expected x
        join blank_receipts r on r.id = x.blank_receipt_id, generate_series(x.first_number, x.last_number) number
       where x.stock_count_id = ${count.id}
    ), absent as (
      select 'missing' as kind, e.serial_prefix, e.number, b.state, b.held_by
        from expected e
        join blanks b on b.blank_receipt_id = e.blank_receipt_id and b.number = e.number
       where not exists (select from counted c where c.serial_prefix = e.serial_prefix and c.number = e.number)
         and not exists (
           select from blank_movements m
            where m.id > ${count.ledger_position} and m.blank_receipt_id = e.blank_receipt_id
              and e.number between m.first_number and m.last_number)
    ), surplus as (
      select case when b.state in ('issued', 'bound') or (b.state = 'spoilt' and b.held_by is not null)
                  then 'held_by_another' else 'unexpected' end as kind,
             c.serial_prefix, c.number, b.state, coalesce(b.held_by, run.operator_id) as held_by
        from counted c
        left join (blanks b join blank_receipts r on r.id = b.blank_receipt_id)
          on r.serial_prefix = c.serial_prefix and b.number = c.number
        left join print_runs run on run.id = b.print_run_id and b.state = 'bound'
       where not exists (select from expected e where e.serial_prefix = c.serial_prefix and e.number = c.number)
         and (b.paper_id = ${count.paper_id} and b.state in ('in_store', 'spoilt') and b.held_by is null) is not true
    ), found as (
      select *, number - row_number() over (partition by kind, serial_prefix, state, held_by order by number) as island
        from (select * from absent union all select * from surplus) both_ways
    )
    insert into stock_discrepancies (id, stock_count_id, kind, serial_prefix, first_number, last_number, state, held_by)
    select gen_random_uuid(), ${count.id}, kind, serial_prefix, min(number), max(number), state, held_by
      from found group by kind, serial_prefix, state, held_by, island
    returning id
  `.execute(db);
  return rows.length;
}
