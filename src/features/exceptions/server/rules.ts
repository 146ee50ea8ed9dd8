import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { startOf } from '#platform/server/db/days.ts';
import type { Rule } from '#platform/server/exceptions/rule.ts';
import { registered } from '#platform/server/registered.ts';
import { inLanguage } from '#platform/server/words/in-language.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import { namesOf } from '#shared/labels.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { type ExceptionRule, familyLabels, type HitState, hitStates, severityLabels } from '../contract.ts';
import { hitsForReader, openStates } from './hits.ts';
import { languageOfReader } from './words-of-rules.ts';

/** By family, the gravest first. */
export async function listExceptionRules(db: Db): Promise<{ rules: ExceptionRule[] }> {
  const figures = await readFigures(db);
  const runs = await db.selectFrom('exception_rules').selectAll().execute();
  const rank = ({ family, severity }: Rule) =>
    namesOf(familyLabels).indexOf(family) * 10 + namesOf(severityLabels).indexOf(severity);
  const ordered = registered.rules.toSorted((a, b) => rank(a) - rank(b));
  return inLanguage(await languageOfReader(db), () => ({
    rules: ordered.map((rule) => {
      const { name, family, severity } = rule;
      const found = figures.find((one) => one.rule === name);
      const run = runs.find((one) => one.rule === name);
      return {
        ...{ name, family, severity },
        title: translateLabel(rule.title),
        meaning: translateLabel(rule.meaning),
        authority: translateLabel(rule.authority),
        counts: Object.fromEntries(hitStates.map((state) => [state, found?.[state] ?? 0])) as Counts,
        months: found?.months ?? Array(12).fill(0),
        oldest: found?.oldest?.toISOString() ?? null,
        ranAt: run?.ran_at.toISOString() ?? null,
        failure: run?.failure ?? null,
      };
    }),
  }));
}

type Counts = Record<HitState, number>;

async function readFigures(db: Db) {
  const thisMonth = `${dayInIndia(new Date()).slice(0, 7)}-01`;
  const inMonth = Array.from({ length: 12 }, (_, place) => {
    const month = addMonths(thisMonth, place - 11);
    return sql`count(*) filter (where state <> 'gone' and ${startOf('month', 'at')} = ${month}::date)::integer`;
  });
  return (await hitsForReader(db))
    .clearSelect()
    .select('rule')
    .select(hitStates.map((state) => sql<number>`count(*) filter (where state = ${state})`.as(state)))
    .select(sql<number[]>`array[${sql.join(inMonth)}]`.as('months'))
    .select(sql<Date | null>`min(at) filter (where state = any (${openStates}))`.as('oldest'))
    .groupBy('rule')
    .execute();
}
