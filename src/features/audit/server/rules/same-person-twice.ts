import { sql } from 'kysely';
import { eventTitle, ofEvent } from '#platform/server/exceptions/events.ts';
import { rule } from '#platform/server/exceptions/rule.ts';
import { t } from '#shared/words.ts';
import { decisions, plantedDecision } from './decisions.ts';

export const samePersonTwiceRule = rule({
  name: 'same_person_twice',
  family: 'people',
  severity: 'control',
  title: t`One person on both sides`,
  meaning: t`One person asked for something and decided on it.`,
  authority: t`Two persons for each decision (ISO 27001, A.5.3)`,
  on: 'events',
  // As the log says it: the constraints of the tables, which somebody may have passed, are not asked.
  find: (asked) => sql`
    select distinct on (e.sequence) ${ofEvent}, jsonb_build_object('asked', asked, 'decided', e.event) as parts
      from ${decisions(asked)} e where asker = e.actor_id order by e.sequence, asked_sequence desc`,
  sentence: ({ asked, decided }) =>
    t`One person did both: ${eventTitle(asked)}, and then ${eventTitle(decided)}.`,
  plant: (office) => plantedDecision(office, office.admin, office.admin),
  nearMiss: (office) => plantedDecision(office, office.admin, office.otherAdmin),
});
