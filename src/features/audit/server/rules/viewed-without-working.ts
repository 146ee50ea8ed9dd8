import { sql } from 'kysely';
import { dayOf, rule } from '#platform/server/exceptions/rule.ts';
import { formatCount, formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';

export const viewedWithoutWorkingRule = rule({
  name: 'viewed_without_working',
  family: 'people',
  severity: 'look',
  title: t`Viewed without working`,
  meaning: t`Somebody opened many papers of candidates on a day without doing anything with their applications in the week before or after.`,
  authority: t`Digital Personal Data Protection Act, s. 8 (5)`,
  limits: { count: { label: t`Papers on a day`, value: 10 }, days: { label: t`Days around it`, value: 7 } },
  find: ({ limits }) => sql`
    with views as (
      select l.at, l.staff_id, ${dayOf('l.at')} as day, coalesce(a.id, g.application_id)::text as application,
             d.id::text as draft
        from access_log l join staff s on s.id = l.staff_id and s.role <> 'auditor'
        left join applications a on a.photo_file_id = l.file_id
        left join demand_drafts d on d.receipt_file_id = l.file_id
        left join lateral (select application_id from allocations where demand_draft_id = d.id limit 1) g on true
       where l.kind = 'file_viewed'),
    busy as (
      select *, count(*) over (partition by staff_id, day) as seen from views where application is not null)
    select 'staff' as record_type, staff_id::text as record_id, day::text as what, to_char(day, 'DD/MM/YYYY') as label, staff_id as person,
           min(at) as at, null::uuid as college_id,
           jsonb_build_object('day', day, 'papers', count(*), 'applications', count(distinct application)) as parts
      from busy
     where seen >= ${limits.count} and not exists (
       select from audit_events e
        where (e.record_type, e.record_id) in (('application', application), ('demand_draft', draft)) and e.actor_id = busy.staff_id
          and e.at between busy.at - make_interval(days => ${limits.days}) and busy.at + make_interval(days => ${limits.days}))
     group by staff_id, day having count(*) >= ${limits.count}`,
  sentence: ({ day, papers, applications }) =>
    t`On ${formatDay(day)} somebody opened ${formatCount(papers)} papers of ${formatCount(applications)} applications with which they did not work.`,
  plant: (office, person) => `
    insert into access_log (kind, subject, staff_id, person, network, file_id)
    select 'file_viewed', s.id::text, s.id, s.name, '127.0.0.1', a.photo_file_id
      from generate_series(1, 10), staff s, applications a where s.id = '${office[person]}' and a.id = '${office.application}'`,
  values: ['otherCaseWorker', 'caseWorker'],
});
