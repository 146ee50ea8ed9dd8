import { sql } from 'kysely';
import { type PlantedOffice, rule } from '#platform/server/exceptions/rule.ts';
import { numberPrefixes } from '#shared/number-text.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';

const seriesLabels: Record<string, string> = {
  acknowledgement: t`Acknowledgement numbers`,
  certificate: t`Certificate numbers`,
  'deposit slip': t`Numbers of deposit slips`,
  'print run': t`Numbers of print runs`,
  bundle: t`Numbers of bundles`,
  'signing batch': t`Numbers of signing batches`,
};

/** One series of `number_counters` as select; its records are all that have its numbers. */
function numbersOf(
  series: string,
  of: { table: string; number: string; by: string; at: string; prefix: string },
) {
  const [number, by, at] = [of.number, of.by, of.at].map((column) => sql.ref(column));
  return sql`
    select ${sql.lit(series)}, ${sql.lit(series)}, ${sql.lit(of.table.slice(0, -1))}, id::text, number_text(${sql.lit(of.prefix)}, ${number}),
           ${number}, 1, null::uuid, ${by}, ${at}, college_id from ${sql.table(of.table)}`;
}

const { run, slip, bundle, batch } = numberPrefixes;
const plain = [
  numbersOf('acknowledgement', {
    table: 'applications',
    number: 'acknowledgement_number',
    by: 'received_by',
    at: 'received_at',
    prefix: '',
  }),
  numbersOf('deposit slip', {
    table: 'deposit_slips',
    number: 'slip_number',
    by: 'prepared_by',
    at: 'prepared_at',
    prefix: slip,
  }),
  numbersOf('print run', {
    table: 'print_runs',
    number: 'run_number',
    by: 'operator_id',
    at: 'prepared_at',
    prefix: run,
  }),
  numbersOf('bundle', {
    table: 'bundles',
    number: 'bundle_number',
    by: 'handed_over_by',
    at: 'handed_over_at',
    prefix: bundle,
  }),
];

export const numberGapRule = rule({
  name: 'number_gap',
  family: 'certificates',
  severity: 'control',
  title: t`Numbers left out`,
  meaning: t`A series of numbers leaves one out, or its counter stands elsewhere than its last number.`,
  authority: t`Receipts and Payments Rules, r. 22: numbers without gaps`,
  limits: {},
  on: 'state',
  find: () => sql`
    with numbers (series, kind, record_type, record_id, label, n, first, number_series, person, at, college_id) as (
      ${sql.join(plain, sql` union all `)}
      union all select 'signing batch', 'signing batch', 'signing_batch', id::text, number_text(${batch}, batch_number), batch_number, 1, null,
                       sent_by, sent_at, college_id from signing_batches
      union all select series_counter(s.id, c.number_scope), 'certificate', 'certificate', c.id::text, c.convocation_number,
                       c.convocation_sequence, s.first_number, s.id, null, c.created_at, c.college_id
                  from certificates c join number_series s on s.id = c.number_series_id),
    steps as (
      select *, lag(n) over mine as before, lead(n) over mine is null as is_last
        from numbers window mine as (partition by series order by n)),
    -- A count that begins later does so after the certificates of before the portal.
    begun as (
      select *, case when before is not null then before when n = first or number_series is null then first - 1
                     else first_number_of(number_series, series) - 1 end as last_before from steps),
    lost as (
      select n.series, n.last_kept, n.last_found from recovery_numbers n join recoveries r on r.id = n.recovery_id
       where r.confirmed_at is not null)
    select record_type, record_id, '' as what, label, person, at, college_id,
           jsonb_build_object('series', kind, 'from', last_before + 1, 'to', n - 1) as parts
      from begun b
     where n - 1 - last_before > (
             select coalesce(sum(least(last_found, n - 1) - greatest(last_kept, last_before)), 0) from lost
              where lost.series = b.series and last_found > last_before and last_kept < n - 1)
     union all
    select record_type, record_id, 'counter', label, person, at, college_id,
           jsonb_build_object('series', kind, 'counter', coalesce(c.last_number, 0), 'last', n)
      from steps s left join number_counters c using (series)
     where is_last and c.last_number is distinct from greatest(n, (select max(last_found) from lost where lost.series = s.series))`,
  sentence: ({ series, counter, last, from, to }) => {
    const numbers = translateLabel(seriesLabels[series]!);
    if (counter !== undefined)
      return t`${numbers}: the counter stands at ${counter}, the last number is ${last}.`;
    return from === to
      ? t`${numbers}: ${from} was left out.`
      : t`${numbers}: ${from} to ${to} were left out.`;
  },
  plant: slipNumberTwo,
  nearMiss: (office) => `${slipNumberTwo(office)}
    insert into recoveries (id, restored_at, restored_to, entered_by, entered_at, confirmed_by, confirmed_at)
    values ('${office.slip}', now(), now(), '${office.admin}', now(), '${office.otherAdmin}', now());
    insert into recovery_numbers (recovery_id, series, kind, last_kept, last_found, found_label)
    values ('${office.slip}', 'deposit slip', 'deposit_slip', 0, 1, 'DS-000001')`,
});

function slipNumberTwo({ slip: id }: PlantedOffice): string {
  return `update deposit_slips set slip_number = 2 where id = '${id}';
    update number_counters set last_number = 2 where series = 'deposit slip';`;
}
