import { sql } from 'kysely';
import { decisions, plantedDecision } from '#features/audit/server/rules/decisions.ts';
import { eventTitle, newEvents, ofEvent, storedNames } from '#platform/server/exceptions/events.ts';
import { dayOf, rule } from '#platform/server/exceptions/rule.ts';
import { formatDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';

const given = [
  ...(['staff.added', 'staff.edited', 'staff.enabled', 'staff.unlocked'] as const),
  ...(['staff.password_resent', 'staff.authenticator_reset'] as const),
];

export const approverMadeByAskerRule = rule({
  name: 'approver_made_by_asker',
  family: 'people',
  severity: 'control',
  title: t`Approver made by who asked`,
  meaning: t`Who decided had got the account, its rights or its password from the person who asked.`,
  authority: t`Rights of access are given apart from their use (ISO 27001, A.5.18)`,
  limits: { days: { label: t`Days before the decision`, value: 30 } },
  on: 'events',
  // Who explains an exception decides on the act of the person whom it names.
  find: ({ limits, ...asked }) => sql`
    with decided as (
      select sequence, asker from ${decisions(asked)} as decision
       union all
      select e.sequence, person_id from ${newEvents(asked)} e
        join exception_hits h on h.id::text = e.record_id and e.event = any (${storedNames('exceptions.explained')}))
    select distinct on (e.sequence) ${ofEvent},
           jsonb_build_object('decided', e.event, 'given', g.event, 'givenOn', ${dayOf('g.at')}) as parts
      from ${newEvents(asked)} e join decided using (sequence)
      join audit_events g on g.event = any (${storedNames(...given)}) and g.record_id = e.actor_id::text and g.actor_id = asker
       and g.sequence < e.sequence and g.at > e.at - make_interval(days => ${limits.days})
     where asker <> e.actor_id
     order by e.sequence, g.sequence desc`,
  sentence: (parts) =>
    t`${eventTitle(parts.decided)}, by somebody whose account the asker had changed on ${formatDay(parts.givenOn)}: ${eventTitle(parts.given)}.`,
  plant: (office, daysAgo) => {
    const { admin, otherAdmin, event } = office;
    const at = `now() - interval '${daysAgo} days'`;
    const unlocked = event('staff.unlocked', { of: ['staff', otherAdmin], by: admin, at });
    return unlocked + plantedDecision(office, admin, otherAdmin);
  },
  values: [29, 30],
});
