import { sql } from 'kysely';
import { decisions, plantedDecision } from '#features/audit/server/rules/decisions.ts';
import { eventTitle, storedNames } from '#platform/server/exceptions/events.ts';
import { type PlantedOffice, rule } from '#platform/server/exceptions/rule.ts';
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
  find: ({ limits, ...asked }) => sql`
    select distinct on (d.sequence) d.record_type, d.record_id, d.sequence::text as what, d.label, d.actor_id as person, d.at,
           d.college as college_id,
           jsonb_build_object('decided', d.event, 'given', g.event, 'givenOn', (g.at at time zone 'Asia/Kolkata')::date) as parts
      from ${decisions(asked)} d
      join audit_events g on g.record_type = 'staff' and g.record_id = d.actor_id::text and g.actor_id = d.asker
       and g.event = any (${storedNames(...given)}) and g.sequence < d.sequence and g.at > d.at - make_interval(days => ${limits.days})
     where d.asker <> d.actor_id
     order by d.sequence, g.sequence desc`,
  sentence: (parts) =>
    t`${eventTitle(parts.decided)}, by somebody whose account the asker had changed on ${formatDay(parts.givenOn)}: ${eventTitle(parts.given)}.`,
  plant: (office) => unlockedThenAsked(office, 29),
  nearMiss: (office) => unlockedThenAsked(office, 30),
});

function unlockedThenAsked(office: PlantedOffice, daysAgo: number): string {
  const { admin, otherAdmin, event } = office;
  const at = `now() - interval '${daysAgo} days'`;
  const unlocked = event('staff.unlocked', { of: ['staff', otherAdmin], by: admin, at });
  return unlocked + plantedDecision(office, admin, otherAdmin);
}
