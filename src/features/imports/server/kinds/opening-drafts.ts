import { sql } from 'kysely';
import { identityKey } from '#platform/server/db/identity.ts';
import { type ImportKindSql, repeatedKey } from './import-kind.ts';
import { unknownEntry } from './masters.ts';

const entry = sql`jsonb_to_record(r.entry) as e (
  number text, drawn_on date, bank text, branch text, amount integer, balance integer, college text, alike_reason text)`;
const rows = sql`import_rows r cross join lateral ${entry} left join colleges c on c.code_key = identity_key(e.college)`;
/** A draft without a balance is unused. */
const usedBefore = sql`(e.amount - coalesce(e.balance, e.amount))`;

const instrument = sql`instrument_key(e.number, e.bank, e.branch)`;
const instrumentOf = (entry: typeof instrument) =>
  sql`instrument_key(${entry} ->> 'number', ${entry} ->> 'bank', ${entry} ->> 'branch')`;
/** Each row with the identical opening draft that is already recorded. */
const matched = sql`
  ${rows}
  left join demand_drafts m
    on m.instrument_key = ${instrument} and m.opening_import_id is not null
   and (m.drawn_on, m.amount, m.allocated_before, m.college_id) = (e.drawn_on, e.amount, ${usedBefore}, c.id)`;

/** Drafts in hand. Stale ones are accepted; the nightly job marks them. */
export const openingDraftsSql: ImportKindSql = {
  sheetName: 'Opening drafts',

  event: 'demand_drafts.opening_imported',
  master: 'demand_drafts',
  lock: sql`select opening_balances__lock('opening_drafts')`,
  matched,
  // A draft's own facts never change.
  differs: sql<boolean>`false`,
  counts: sql<number>`e.amount`,

  faults: (importId) => [
    unknownEntry(importId, { field: 'college', column: 'college', of: 'colleges', by: identityKey }),
    repeatedKey(importId, {
      field: 'number',
      noun: 'draft of this bank and branch',
      shown: sql`entry ->> 'number'`,
      keys: [instrumentOf(sql`entry`)],
    }),
    sql`
      select r.import_id, r.row_number, 'number', 'taken', e.number,
             'A draft that is not recorded yet; this one of ' || t.bank || ', ' || t.branch || ' is, of ₹' || t.amount || '.'
        from ${matched}
        join demand_drafts t on t.instrument_key = ${instrument}
       where r.import_id = ${importId} and m.id is null`,
    // Equal but for bank or branch, to a recorded draft or the first such row.
    sql`
      select import_id, row_number, 'number', 'taken', number,
             'The reason why it is another draft, in the column of that name: one of ' || bank || ', ' || branch
               || ' has the same number, date and amount.'
        from (
          select r.import_id, r.row_number, e.number, coalesce(d.bank, first_value(e.bank) over same) as bank,
                 coalesce(d.branch, first_value(e.branch) over same) as branch,
                 m.id is null and e.alike_reason is null as is_asked,
                 coalesce(d.instrument_key, first_value(${instrument}) over same) <> ${instrument} as is_alike
            from ${matched}
            left join lateral (
              select bank, branch, instrument_key
                from demand_drafts
               where number = e.number and drawn_on = e.drawn_on and amount = e.amount and instrument_key <> ${instrument}
               limit 1
            ) d on true
           where r.import_id = ${importId}
          window same as (partition by e.number, e.drawn_on, e.amount order by r.row_number)
        ) as compared
       where is_asked and is_alike`,
  ],

  updates: () => [],

  insert: (importId, { first, end, at }) => sql`
    insert into demand_drafts
           (id, number, drawn_on, bank, branch, amount, allocated_before, college_id, received_by, received_at, opening_import_id,
            alike_reason)
    select r.new_id, e.number, e.drawn_on, e.bank, e.branch, e.amount, ${usedBefore}, c.id, u.committed_by, ${at}, u.id,
           e.alike_reason
      from ${matched}
      join imports u on u.id = r.import_id
     where r.import_id = ${importId} and r.row_number >= ${first} and r.row_number < ${end} and m.id is null
     order by r.row_number`,

  opened: {
    event: 'demand_drafts.opened',
    type: 'demand_draft',
    records: (importId, { first, end }) => sql`
      select d.id, d.number as label, d.college_id,
             jsonb_build_object('number', d.number, 'bank', d.bank, 'branch', d.branch, 'drawnOn', d.drawn_on, 'amount', d.amount,
               'allocatedBefore', d.allocated_before, 'state', d.state) as after
        from import_rows r join demand_drafts d on d.id = r.new_id
       where r.import_id = ${importId} and r.row_number >= ${first} and r.row_number < ${end}
       order by r.row_number`,
  },
};
