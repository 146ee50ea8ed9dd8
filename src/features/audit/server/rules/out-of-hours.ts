import { sql } from 'kysely';
import { eventTitle, storedNames } from '#platform/server/exceptions/events.ts';
import { rule } from '#platform/server/exceptions/rule.ts';
import { formatCount, formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';

const acts = [
  ...(['applications.verified', 'reprints.approved', 'certificates.revoked', 'proposals.confirmed'] as const),
  ...(['certificates.bound', 'certificates.printed', 'certificates.handed_over'] as const),
  ...(['bundles.handed_over', 'stock.issued', 'stock.approved', 'stock.destroyed'] as const),
  ...(['stock.missing', 'demand_drafts.refunded', 'demand_drafts.realised', 'exports.started'] as const),
];

export const outOfHoursRule = rule({
  name: 'out_of_hours',
  family: 'people',
  severity: 'look',
  title: t`Out of office hours`,
  meaning: t`Acts that need a witness, a key or the public, on a Sunday, on a national holiday, or outside the office's hours.`,
  authority: t`The office order on working hours; SA 240`,
  limits: { from: { label: t`Open from (hour)`, value: 8 }, to: { label: t`Open until (hour)`, value: 20 } },
  on: 'events',
  // A day with a new act is told whole.
  find: ({ limits, after, upTo }) => sql`
    with acts as not materialized (
      select e.*, here from audit_events e, lateral (values (at at time zone 'Asia/Kolkata')) as clock (here)
       where event = any (${storedNames(...acts)}) and actor_id is not null and sequence <= ${upTo}
         and (extract(isodow from here) = 7 or to_char(here, 'MM-DD') in ('01-26', '08-15', '10-02')
           or extract(hour from here) < ${limits.from} or extract(hour from here) >= ${limits.to}))
    select 'staff' as record_type, actor_id::text as record_id, here::date::text as what, to_char(here::date, 'DD/MM/YYYY') as label,
           actor_id as person, min(at) as at, null::uuid as college_id,
           jsonb_build_object('day', here::date, 'acts', count(*), 'from', to_char(min(here), 'HH24:MI'), 'to', to_char(max(here), 'HH24:MI'),
             'events', jsonb_agg(distinct event)) as parts
      from acts
     where at >= (select date_trunc('day', min(here)) at time zone 'Asia/Kolkata' from acts where sequence > ${after})
     group by actor_id, here::date having max(sequence) > ${after}`,
  sentence: ({ day, acts: count, from, to, events }) =>
    t`On ${formatDay(day)} from ${from} to ${to} (${formatCount(count)}): ${events.map(eventTitle).join(', ')}.`,
  // A Sunday, and the Monday after it.
  plant: ({ event, paper, admin: by }, moment) =>
    event('stock.issued', { of: ['paper', paper], by, at: `'${moment}+05:30'` }),
  values: ['2026-03-01 12:00', '2026-03-02 19:59'],
});
