import { sql } from 'kysely';
import { eventTitle, ofEvent } from '#platform/server/exceptions/events.ts';
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
    select distinct on (e.sequence) ${ofEvent},
           jsonb_build_object('decided', e.event, 'seconds', round(extract(epoch from e.at - asked_at)),
             'sameAddress', coalesce(coalesce(one.value, asked_ip) = coalesce(other.value, e.ip), false)) as parts
      from ${decisions(asked)} e
      left join audit_personal_values one on one.digest = asked_ip
      left join audit_personal_values other on other.digest = e.ip
     where asker <> e.actor_id and e.at - asked_at < make_interval(secs => ${limits.seconds})
     order by e.sequence, asked_sequence desc`,
  sentence: ({ decided, seconds, sameAddress }) =>
    sameAddress
      ? t`${eventTitle(decided)}, ${seconds} seconds after it was asked, from the same network address.`
      : t`${eventTitle(decided)}, ${seconds} seconds after it was asked.`,
  plant: (office, seconds) =>
    plantedDecision(office, office.admin, office.otherAdmin, `now() - interval '${seconds} seconds'`),
  values: [59, 60],
});
