import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { startOf } from '#platform/server/db/days.ts';
import { families, severities } from '#platform/server/exceptions/rule.ts';
import { registered } from '#platform/server/registered.ts';
import { inLanguage } from '#platform/server/words/in-language.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import { translateLabel } from '#shared/translate-label.ts';
import type { ExceptionRule, HitState } from '../contract.ts';
import { findLastVisit, hitsWithState } from './hits.ts';
import { limitsInForce, openProposals } from './limits.ts';
import { languageOfReader } from './words-of-rules.ts';

type Figure = { rule: string; state: HitState; month: string; count: number; oldest: Date };

/** By family, the gravest first. */
export async function listExceptionRules(db: Db): Promise<{ rules: ExceptionRule[] }> {
  const language = await languageOfReader(db);
  const figures = await readFigures(db);
  const inForce = await limitsInForce(db);
  const proposals = await openProposals(db);
  const runs = await db.selectFrom('exception_rules').selectAll().execute();
  const ordered = registered.rules.toSorted(
    (a, b) =>
      families.indexOf(a.family) - families.indexOf(b.family) ||
      severities.indexOf(a.severity) - severities.indexOf(b.severity),
  );
  return inLanguage(language, () => ({
    rules: ordered.map((rule) => {
      const values = inForce(rule);
      const run = runs.find((one) => one.rule === rule.name);
      return {
        ...figuresOf(figures.filter((figure) => figure.rule === rule.name)),
        name: rule.name,
        family: rule.family,
        severity: rule.severity,
        title: translateLabel(rule.title),
        meaning: translateLabel(rule.meaning),
        authority: translateLabel(rule.authority),
        limits: Object.entries(rule.limits).map(([name, { label }]) => ({
          name,
          label: translateLabel(label),
          value: values[name]!,
          proposed: proposals.find((one) => one.rule === rule.name && one.name === name)?.value ?? null,
        })),
        ranAt: run ? new Date(run.ran_at).toISOString() : null,
        upToSequence: run?.up_to_sequence ?? 0,
        failure: run?.failure ?? null,
      };
    }),
  }));
}

async function readFigures(db: Db): Promise<Figure[]> {
  const hits = hitsWithState(db, await findLastVisit(db)).select([
    'exception_hits.rule',
    'exception_hits.at',
  ]);
  return db
    .selectFrom(hits.as('exception_hits'))
    .select([
      'exception_hits.rule',
      'exception_hits.state',
      startOf('month', 'exception_hits.at').as('month'),
    ])
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('exception_hits.at').$castTo<Date>().as('oldest'),
    ])
    .groupBy(['exception_hits.rule', 'exception_hits.state', sql`month`])
    .execute();
}

function figuresOf(figures: readonly Figure[]): Pick<ExceptionRule, 'counts' | 'months' | 'oldest'> {
  const counts = { new: 0, open: 0, lapsed: 0, explained: 0, gone: 0 };
  for (const { state, count } of figures) counts[state] += count;
  const present = figures.filter(({ state }) => state !== 'gone');
  const thisMonth = `${dayInIndia(new Date()).slice(0, 7)}-01`;
  const months = Array.from({ length: 12 }, (_, index) => addMonths(thisMonth, index - 11));
  const unexplained = present.filter(({ state }) => state !== 'explained');
  const oldest = unexplained.map((figure) => figure.oldest.getTime());
  return {
    counts,
    months: months.map((month) =>
      present.reduce((sum, figure) => (figure.month === month ? sum + figure.count : sum), 0),
    ),
    oldest: oldest.length > 0 ? new Date(Math.min(...oldest)).toISOString() : null,
  };
}
