import { sql } from 'kysely';
import { rule } from '#platform/server/exceptions/rule.ts';
import { formatCount, formatMonth } from '#shared/format.ts';
import { t } from '#shared/words.ts';

export const spoilageAboveUsualRule = rule({
  name: 'spoilage_above_usual',
  family: 'paper',
  severity: 'look',
  title: t`Spoilage above the usual`,
  meaning: t`In a month an operator lost at least so many sheets, and three standard deviations more than all others until then.`,
  authority: t`ISO 14298: waste is accounted for`,
  limits: { count: { label: t`Sheets lost in a month`, value: 5 } },
  // What the others lost until the end of that month, so that later runs do not change what was found.
  find: ({ limits: { count } }) => sql`
    with months as (
      select r.operator_id, to_char(s.outcome_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month, max(s.outcome_at) as at,
             count(*) as sheets, count(*) filter (where s.outcome <> 'good' or s.cancelled_at is not null) as lost
        from sheets s join print_runs r on r.id = s.print_run_id where s.outcome is not null group by 1, 2),
    compared as (
      select *, (sum(lost) over until_then - lost) / nullif(sum(sheets) over until_then - sheets, 0) as rate
        from months window until_then as (order by month))
    select 'staff' as record_type, operator_id::text as record_id, month as what, to_char(at at time zone 'Asia/Kolkata', 'MM/YYYY') as label, operator_id as person, at,
           null::uuid as college_id,
           jsonb_build_object('month', month, 'sheets', sheets, 'lost', lost, 'usual', round(rate * sheets)) as parts
      from compared
     where lost >= ${count} and lost - rate * sheets > 3 * sqrt(rate * (1 - rate) * sheets)`,
  sentence: ({ month, sheets, lost, usual }) =>
    t`In ${formatMonth(month)}, ${formatCount(lost)} of ${formatCount(sheets)} sheets were lost; usual would be ${formatCount(usual)}.`,
  plant: ({ run, admin }, count) => `
    with run as (
      insert into print_runs (id, run_number, paper_id, certificate_type, operator_id, prepared_at)
      select gen_random_uuid(), run_number + 1, paper_id, certificate_type, '${admin}', now() from print_runs where id = '${run}'
      returning id)
    insert into sheets (id, print_run_id, position, certificate_id, blank_id, copy_number, verification_code, outcome,
      outcome_reason, outcome_at, outcome_by)
    select gen_random_uuid(), id, n, gen_random_uuid(), gen_random_uuid(), 0, 'planted ' || n, 'spoilt', 'Jam', now(), '${admin}'
      from run, generate_series(1, ${count}) n`,
  values: [5, 4],
});
