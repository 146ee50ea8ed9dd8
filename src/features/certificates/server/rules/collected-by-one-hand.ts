import { sql } from 'kysely';
import { rule } from '#platform/server/exceptions/rule.ts';
import { t } from '#shared/words.ts';

export const collectedByOneHandRule = rule({
  name: 'collected_by_one_hand',
  family: 'certificates',
  severity: 'risk',
  title: t`Collected by one hand`,
  meaning: t`One person who is none of the candidates collected the certificates of several at the window, outside any bundle.`,
  authority: t`The rule of collection: by the candidate, or by letter of authority`,
  limits: { count: { label: t`Candidates`, value: 3 }, days: { label: t`Days`, value: 30 } },
  find: ({ limits }) => sql`
    with collected as (
      select c.id, c.convocation_number, c.college_id, h.handed_over_by, h.handed_over_at as at,
             identity_key(h.collected_by) as hand, identity_key(a.candidate_name) as candidate
        from hand_overs h join sheets s on s.id = h.sheet_id join certificates c on c.id = s.certificate_id
        join applications a on a.id = c.application_id
       where h.way = 'in_person')
    select 'certificate' as record_type, one.id::text as record_id, '' as what, one.convocation_number as label,
           one.handed_over_by as person, one.at, one.college_id,
           jsonb_build_object('candidates', count(distinct other.candidate),
             'numbers', jsonb_agg(distinct other.convocation_number)) as parts
      from collected one
      join collected other on other.hand = one.hand and other.candidate <> other.hand
       and other.at <= one.at and other.at > one.at - make_interval(days => ${limits.days})
     where one.candidate <> one.hand
     group by one.id, one.convocation_number, one.college_id, one.handed_over_by, one.at
    having count(distinct other.candidate) >= ${limits.count}`,
  sentence: ({ candidates, numbers }) =>
    t`One person collected the certificates of ${candidates} candidates: ${numbers.join(', ')}.`,
  plant: () => "update hand_overs set collected_by = 'Ramu Gowda'",
  nearMiss: ({ sheet }) => `update hand_overs set collected_by = 'Ramu Gowda' where sheet_id <> '${sheet}'`,
});
