import type { Db } from '#platform/server/db/database.ts';
import type { Rule } from '#platform/server/exceptions/rule.ts';

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
