import { sql } from 'kysely';
import { numberTextOf } from '#platform/server/db/numbers.ts';
import { type Parts, rule } from '#platform/server/exceptions/rule.ts';
import { formatCount } from '#shared/format.ts';
import { stateInWords } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';

/** What the ledger, the delivery and the sheets say of each delivery, where they disagree. */
const deliveries = sql`
  books as (
    select id, state, sum(quantity) as recorded
      from (select blank_receipt_id as id, to_state as state, quantity from blank_movements
             union all select blank_receipt_id, from_state, -quantity from blank_movements where from_state is not null
             union all select id, 'accepted', received_quantity - rejected_quantity from blank_receipts where approved_by is not null) m
     group by 1, 2),
  sheets_now as (
    select blank_receipt_id as id, coalesce(state, 'accepted') as state, count(*) as found
      from blanks group by blank_receipt_id, rollup (state)),
  deliveries as (
    select id, state, coalesce(found, 0) as found, coalesce(recorded, 0) as recorded
      from books full join sheets_now using (id, state) where coalesce(found, 0) <> coalesce(recorded, 0))`;

/** Sheets whose run, last movement or witnesses say something else. */
const sheets = sql`
  faulty as (
    select b.id, 'run' as what from blanks b left join sheets s on s.blank_id = b.id
     where case when s.id is null then b.state in ('bound', 'printed')
                when s.outcome is null then b.state <> 'bound'
                when s.outcome = 'good' and s.cancelled_at is null then b.state <> 'printed'
                else b.state not in ('spoilt', 'destroyed', 'missing') end
     union all
    select b.id, 'ledger' from blanks b left join blank_movements m on m.custody_act_id = b.custody_act_id
           and m.blank_receipt_id = b.blank_receipt_id and b.number between m.first_number and m.last_number
     where (m.to_holder, m.to_run) is distinct from (b.held_by, b.print_run_id)
     union all
    select b.id, 'witnesses' from blanks b where b.state = 'destroyed' and not exists (
      select from destruction_blanks l join destructions d on d.id = l.destruction_id
       where l.blank_id = b.id and d.second_witness <> d.first_witness))`;

export const paperDoesNotAddUpRule = rule({
  name: 'paper_does_not_add_up',
  family: 'paper',
  severity: 'control',
  title: t`Paper that does not add up`,
  meaning: t`Sheets, custody ledger, delivery and print runs disagree.`,
  authority: t`General Financial Rules 2017, rule 211`,
  find: () => sql`
    with ${deliveries}, ${sheets}
    select 'blank_receipt' as record_type, r.id::text as record_id, 'delivery' as what,
           number_text(r.serial_prefix, r.first_serial) || '–' || number_text(r.serial_prefix, r.last_serial) as label,
           coalesce(r.approved_by, r.received_by) as person, coalesce(r.approved_at, r.received_at) as at, null::uuid as college_id,
           jsonb_build_object('what', 'delivery', 'differences', jsonb_agg(
             jsonb_build_object('state', state, 'found', found, 'recorded', recorded) order by state)) as parts
      from deliveries join blank_receipts r using (id) group by r.id
     union all
    select 'sheet', b.serial, what, b.serial, a.acted_by, a.acted_at, null,
           jsonb_build_object('what', what, 'serial', b.serial, 'state', b.state)
      from faulty join blanks b using (id) join custody_acts a on a.id = b.custody_act_id
     union all
    select 'print_run', r.id::text, 'counted', ${numberTextOf('run', 'r.run_number')}, r.closed_by, r.closed_at, null,
           jsonb_build_object('what', 'counted', 'run', ${numberTextOf('run', 'r.run_number')})
      from print_runs r left join sheets s on s.print_run_id = r.id
     where r.state = 'closed' and r.counted_good is not null
     group by r.id
    having (r.counted_good, r.counted_spoilt, r.counted_missing) is distinct from (count(*) filter (where s.outcome = 'good'),
             count(*) filter (where s.outcome = 'spoilt'), count(*) filter (where s.outcome = 'missing'))`,
  sentence: (parts) => faults[parts.what as keyof typeof faults](parts),
  plant: () =>
    "update blanks set state = 'spoilt' where id = (select id from blanks where state = 'in_store' limit 1)",
  nearMiss: ({ blank }) => `
    update blank_receipts set received_quantity = received_quantity + 1, total_quantity = total_quantity + 1,
      rejected_quantity = rejected_quantity + 1 where id = (select blank_receipt_id from blanks where id = '${blank}')`,
});

/** Of a sheet, or of all that a delivery brought. */
const stateOf = (state: string) => stateInWords({ kind: 'sheet', state }) || t`Accepted`;

const faults = {
  delivery: ({ differences }: Parts) =>
    differences
      .map(
        ({ state, found, recorded }: Parts) =>
          t`${stateOf(state)}: ${formatCount(found)} by the sheets, ${formatCount(recorded)} by the books.`,
      )
      .join(' '),
  run: ({ serial, state }: Parts) => t`Sheet ${serial}, ${stateOf(state)}, is not as its print run says.`,
  ledger: ({ serial }: Parts) => t`Sheet ${serial} is not where its last movement put it.`,
  witnesses: ({ serial }: Parts) => t`Sheet ${serial} was destroyed without two witnesses.`,
  counted: ({ run }: Parts) => t`Print run ${run} was closed with other numbers than its sheets have.`,
};
