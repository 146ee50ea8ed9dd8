import { v7 as uuid } from 'uuid';
import { assertWholeUniversity } from '#features/audit/server/queries.ts';
import { type Db, fromRow } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Rule } from '#platform/server/exceptions/rule.ts';
import { registered } from '#platform/server/registered.ts';
import { inLanguage } from '#platform/server/words/in-language.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { LimitChange, type LimitInForce } from '../contract.ts';
import { exceptionCommand } from './exception-command.ts';
import { languageOfReader, nameInWords, ruleNamed, titleOf } from './words-of-rules.ts';

export async function listLimits(db: Db): Promise<{ limits: LimitInForce[]; changes: LimitChange[] }> {
  const language = await languageOfReader(db);
  const inForce = await limitsInForce(db);
  const changes = await db
    .selectFrom('exception_limits')
    .innerJoin('staff as proposer', 'proposer.id', 'exception_limits.proposed_by')
    .leftJoin('staff as decider', 'decider.id', 'exception_limits.decided_by')
    .select(['exception_limits.id', 'rule', 'exception_limits.name', 'value', 'before_value', 'outcome'])
    .select(['proposed_at', 'decided_at', 'proposer.name as proposed_by', 'decider.name as decided_by'])
    .orderBy('proposed_at', 'desc')
    .orderBy('exception_limits.id', 'desc')
    .limit(1_000)
    .execute();
  return inLanguage(language, () => ({
    limits: registered.rules.flatMap((rule) =>
      Object.entries(inForce(rule)).map(([name, value]) => ({ ...wordsOf(rule.name, name), value })),
    ),
    changes: changes.map((row) =>
      fromRow(LimitChange, row, { ...wordsOf(row.rule, row.name), before: row.before_value }),
    ),
  }));
}

function wordsOf(rule: string, name: string) {
  const label = ruleNamed(rule)?.limits[name]?.label;
  return { rule, title: titleOf(rule), name, label: label ? translateLabel(label) : nameInWords(name) };
}

export const proposeLimit = exceptionCommand(
  'proposeLimit',
  async ({ db, actor, now, audit }, { rule: ruleName, name, value }) => {
    assertWholeUniversity(db);
    const rule = ruleNamed(ruleName);
    if (!rule || !Object.hasOwn(rule.limits, name)) throw domainError('exceptions.limit_not_found');
    const before = (await limitsInForce(db))(rule)[name]!;
    if (value === before) throw domainError('exceptions.limit_unchanged');
    const id = uuid();
    await db
      .insertInto('exception_limits')
      .values({
        ...{ id, rule: ruleName, name, value },
        before_value: before,
        proposed_by: actor.id,
        proposed_at: now,
      })
      .execute();

    audit({
      event: 'exceptions.limit_proposed',
      record: recordOf({ id, rule, name }),
      before: { value: before },
      after: { value },
    });
    return { id };
  },
);

export const decideLimit = exceptionCommand(
  'decideLimit',
  async ({ db, actor, now, audit }, { id, outcome }) => {
    assertWholeUniversity(db);
    const change = await db
      .selectFrom('exception_limits')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => domainError('exceptions.limit_not_found'));
    if (change.outcome !== null) throw domainError('exceptions.limit_decided');
    await db
      .updateTable('exception_limits')
      .set({ outcome, decided_by: actor.id, decided_at: now })
      .where('id', '=', id)
      .execute();

    const { name, value } = change;
    audit({
      event: 'exceptions.limit_decided',
      record: recordOf({ id, rule: ruleNamed(change.rule), name }),
      before: { value: change.before_value },
      after: { value, outcome },
    });
    return {};
  },
);

/** In English, as all labels of the log. */
function recordOf({ id, rule, name }: { id: string; rule: Rule | undefined; name: string }) {
  const label = rule ? `${rule.title}: ${rule.limits[name]?.label ?? name}` : name;
  return { type: 'exception_limit' as const, id, label };
}

/** Reads the limits of all rules: the last value that an auditor confirmed, else the rule's own. */
export async function limitsInForce(db: Db): Promise<(rule: Rule) => Record<string, number>> {
  const confirmed = await db
    .selectFrom('exception_limits')
    .distinctOn(['rule', 'name'])
    .select(['rule', 'name', 'value'])
    .where('outcome', '=', 'confirmed')
    .orderBy('rule')
    .orderBy('name')
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return (rule) =>
    Object.fromEntries(
      Object.entries(rule.limits).map(([name, limit]) => {
        const found = confirmed.find((one) => one.rule === rule.name && one.name === name);
        return [name, found?.value ?? limit.value];
      }),
    );
}

export function openProposals(db: Db) {
  return db
    .selectFrom('exception_limits')
    .select(['rule', 'name', 'value'])
    .where('outcome', 'is', null)
    .execute();
}
