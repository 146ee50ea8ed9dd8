import { sql } from 'kysely';
import { recordTitle } from '#platform/server/exceptions/events.ts';
import { rule } from '#platform/server/exceptions/rule.ts';
import { t } from '#shared/words.ts';

export const numberGapRule = rule({
  name: 'number_gap',
  family: 'certificates',
  severity: 'control',
  title: t`Numbers left out`,
  meaning: t`A series of numbers leaves one out, or its counter stands elsewhere than its last number.`,
  authority: t`Receipts and Payments Rules, r. 22: numbers without gaps`,
  find: () => sql`
    with numbers (series, type, id, label, n, of, person, at, college_id) as (
      select 'acknowledgement', 'application', id, number_text('', acknowledgement_number), acknowledgement_number, null::uuid,
             received_by, received_at, college_id from applications
       union all select 'deposit slip', 'deposit_slip', id, number_text('DS-', slip_number), slip_number, null,
             prepared_by, prepared_at, college_id from deposit_slips
       union all select 'print run', 'print_run', id, number_text('R-', run_number), run_number, null,
             operator_id, prepared_at, college_id from print_runs
       union all select 'bundle', 'bundle', id, number_text('B-', bundle_number), bundle_number, null,
             handed_over_by, handed_over_at, college_id from bundles
       union all select 'signing batch', 'signing_batch', id, number_text('S-', batch_number), batch_number, null,
             sent_by, sent_at, college_id from signing_batches
       union all select series_counter(number_series_id, number_scope), 'certificate', id, convocation_number, convocation_sequence,
             number_series_id, null, created_at, college_id from certificates),
    -- A count that begins late does so after the certificates of before the portal.
    steps as (
      select *, coalesce(lag(n) over mine, first_number_of(of, series) - 1, 0) as since, lead(n) over mine is null as is_last
        from numbers window mine as (partition by series order by n)),
    lost as (
      select n.series, n.last_kept, n.last_found from recovery_numbers n join recoveries r on r.id = n.recovery_id
       where r.confirmed_at is not null)
    select type as record_type, id::text as record_id, '' as what, label, person, at, college_id,
           jsonb_build_object('of', type, 'left', concat_ws(' … ', nullif(since + 1, n - 1), n - 1)) as parts
      from steps
     where n - 1 - since > (
             select coalesce(sum(least(last_found, n - 1) - greatest(last_kept, since)), 0) from lost
              where lost.series = steps.series and last_found > since and last_kept < n - 1)
     union all
    select type, id::text, 'counter', label, person, at, college_id,
           jsonb_build_object('of', type, 'counter', coalesce(c.last_number, 0), 'last', n)
      from steps left join number_counters c using (series)
     where is_last and c.last_number is distinct from greatest(n, (select max(last_found) from lost where lost.series = steps.series))`,
  sentence: ({ of, left, counter, last }) =>
    left
      ? t`Numbers left out before this ${recordTitle(of)}: ${left}.`
      : t`The last ${recordTitle(of)} has the number ${last}, but the counter stands at ${counter}.`,
  plant: ({ slip, admin, otherAdmin }, isLost) => `
    update deposit_slips set slip_number = 2;
    update number_counters set last_number = 2 where series = 'deposit slip';
    insert into recoveries (id, restored_at, restored_to, entered_by, entered_at, confirmed_by, confirmed_at)
    values ('${slip}', now(), now(), '${admin}', now(), '${otherAdmin}', now());
    insert into recovery_numbers (recovery_id, series, kind, last_kept, last_found, found_label)
    select '${slip}', 'deposit slip', 'deposit_slip', 0, 1, 'DS-000001' where ${isLost}`,
  values: [false, true],
});
