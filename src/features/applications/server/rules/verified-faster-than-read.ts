import { sql } from 'kysely';
import { newEvents, storedNames } from '#platform/server/exceptions/events.ts';
import { rule } from '#platform/server/exceptions/rule.ts';
import { t } from '#shared/words.ts';

export const verifiedFasterThanReadRule = rule({
  name: 'verified_faster_than_read',
  family: 'people',
  severity: 'risk',
  title: t`Verified faster than read`,
  meaning: t`One person verified many applications one after the other, with a few seconds for each.`,
  authority: t`The ordinance: an application is verified against its papers`,
  limits: { count: { label: t`In a row`, value: 10 }, seconds: { label: t`Seconds for each`, value: 5 } },
  on: 'events',
  // A row may have begun before the new events.
  find: ({ limits, ...asked }) => sql`
    with steps as (
      select *, coalesce(at - lag(at) over mine >= make_interval(secs => ${limits.seconds}), true) as begins
        from audit_events
       where event = any (${storedNames('applications.verified')}) and actor_id is not null and sequence <= ${asked.upTo}
         and at > (select min(at) from ${newEvents(asked)} as new) - interval '1 day'
      window mine as (partition by actor_id order by sequence)),
    chains as (
      select *, count(*) filter (where begins) over (partition by actor_id order by sequence) as chain from steps)
    select 'staff' as record_type, actor_id::text as record_id, min(sequence)::text as what,
           min(record_label) || ' … ' || max(record_label) as label, actor_id as person, min(at) as at, null::uuid as college_id,
           jsonb_build_object('count', count(*), 'seconds', round(extract(epoch from max(at) - min(at)))) as parts
      from chains group by actor_id, chain
    having count(*) >= ${limits.count} and max(sequence) > ${asked.after}`,
  sentence: ({ count, seconds }) => t`${count} applications were verified within ${seconds} seconds.`,
  plant: ({ event, application, caseWorker: by }, count) =>
    Array.from({ length: count }, (_, place) => {
      const at = `now() + interval '${4 * place} seconds'`;
      return event('applications.verified', { of: ['application', `${application} ${place}`], by, at });
    }).join(''),
  values: [10, 9],
});
