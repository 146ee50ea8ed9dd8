import { sql } from 'kysely';
import { rule } from '#platform/server/exceptions/rule.ts';
import { formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';

export const countOverdueRule = rule({
  name: 'count_overdue',
  family: 'paper',
  severity: 'risk',
  title: t`Stock counts overdue`,
  meaning: t`The sheets of a paper were not counted for longer than is allowed, then or now.`,
  authority: t`General Financial Rules 2017, rule 213 (2): once a year`,
  limits: { days: { label: t`Days between counts`, value: 365 } },
  // From the first delivery, and until today only where there are sheets to count.
  find: ({ limits: { days } }) => sql`
    with points as (
      select paper_id, min(approved_at) as at, null::uuid as person, false as is_count from blank_receipts
       where approved_at is not null group by 1
       union all select paper_id, closed_at, closed_by, true from stock_counts where closed_at is not null
       union all select p.id, now(), null, false from papers p where exists (
         select from blanks b where b.paper_id = p.id and b.state in ('in_store', 'issued', 'spoilt'))),
    gaps as (
      select paper_id, person, lag(at) over by_day as from_at, (lag(at) over by_day at time zone 'Asia/Kolkata')::date as since,
             (at at time zone 'Asia/Kolkata')::date as until, is_count
        from points window by_day as (partition by paper_id order by at))
    select 'paper' as record_type, p.id::text as record_id, since::text as what, p.name || ', ' || p.colour as label, person,
           from_at + make_interval(days => ${days}) as at, null::uuid as college_id,
           jsonb_build_object('since', since, 'countedOn', case when is_count then until end) as parts
      from gaps join papers p on p.id = paper_id
     where until - since > ${days}`,
  sentence: ({ since, countedOn }) =>
    countedOn
      ? t`The sheets were counted on ${formatDay(countedOn)}, and before that on ${formatDay(since)}.`
      : t`The sheets have not been counted since ${formatDay(since)}.`,
  plant: ({ paper }, days) =>
    `update blank_receipts set approved_at = now() - interval '${days} days' where paper_id = '${paper}'`,
  values: [366, 365],
});
