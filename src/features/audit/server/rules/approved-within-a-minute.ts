import { sql } from 'kysely';
import { eventTitle } from '#platform/server/exceptions/events.ts';
import { rule } from '#platform/server/exceptions/rule.ts';
import { t } from '#shared/words.ts';
import { decisions, plantedDecision } from './decisions.ts';

export const approvedWithinAMinuteRule = rule({
  name: 'approved_within_a_minute',
  family: 'people',
  severity: 'risk',
  title: t`Approved within a minute`,
  meaning: t`A second person decided so soon after it was asked that nobody can have looked at it.`,
  authority: t`SA 240: controls that are overridden`,
  limits: { seconds: { label: t`Seconds that a decision takes`, value: 60 } },
  on: 'events',
  // An address is sealed with a salt of its day and process: equal ones are compared by value.
  find: ({ limits, ...asked }) => sql`
    select distinct on (d.sequence) d.record_type, d.record_id, d.sequence::text as what, d.label, d.actor_id as person, d.at,
           d.college as college_id,
           jsonb_build_object('decided', d.event, 'seconds', round(extract(epoch from d.at - d.asked_at)),
             'sameAddress', coalesce(coalesce(one.value, d.asked_ip) = coalesce(other.value, d.ip), false)) as parts
      from ${decisions(asked)} d
      left join audit_personal_values one on one.digest = d.asked_ip
      left join audit_personal_values other on other.digest = d.ip
     where d.asker <> d.actor_id and d.at - d.asked_at < make_interval(secs => ${limits.seconds})
     order by d.sequence, d.asked_sequence desc`,
  sentence: ({ decided, seconds, sameAddress }) =>
    sameAddress
      ? t`${eventTitle(decided)}, ${seconds} seconds after it was asked, from the same network address.`
      : t`${eventTitle(decided)}, ${seconds} seconds after it was asked.`,
  plant: (office) =>
    plantedDecision(office, office.admin, office.otherAdmin, "now() - interval '59 seconds'"),
  nearMiss: (office) =>
    plantedDecision(office, office.admin, office.otherAdmin, "now() - interval '60 seconds'"),
});
