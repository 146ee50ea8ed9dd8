import { v7 as uuid } from 'uuid';
import { assertWholeUniversity } from '#features/audit/server/queries.ts';
import { commandOf } from '#platform/server/command.ts';
import { type Db, fromRow } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { registered } from '#platform/server/registered.ts';
import { inLanguage } from '#platform/server/words/in-language.ts';
import { type exceptionsContract, type Limit, LimitChange } from '../contract.ts';
import { languageOfReader, limitsInWords, ruleNamed } from './words-of-rules.ts';

export const exceptionCommand = commandOf<typeof exceptionsContract>();

export async function listLimits(db: Db): Promise<{ limits: Limit[]; changes: LimitChange[] }> {
  const inForce = await limitsInForce(db);
  const changes = await db
    .selectFrom('exception_limits')
    .innerJoin('staff as proposer', 'proposer.id', 'exception_limits.proposed_by')
    .leftJoin('staff as decider', 'decider.id', 'exception_limits.decided_by')
    .selectAll('exception_limits')
    .select(['before_value as before', 'proposer.name as proposed_by', 'decider.name as decided_by'])
    .orderBy('proposed_at', 'desc')
    .execute();
  return inLanguage(await languageOfReader(db), () => ({
    limits: registered.rules.flatMap(({ name }) => limitsInWords(name, inForce(name))),
    changes: changes.map((row) => fromRow(LimitChange, row)),
  }));
}

export const proposeLimit = exceptionCommand('proposeLimit', async (transaction, { rule, name, value }) => {
  const { db, actor, now, audit } = transaction;
  assertWholeUniversity(db);
  const before = (await limitsInForce(db))(rule)[name];
  if (before === undefined) throw domainError('exceptions.limit_not_found');
  if (value === before) throw domainError('exceptions.limit_unchanged');
  const id = uuid();
  const proposed = { id, rule, name, value, before_value: before, proposed_by: actor.id, proposed_at: now };
  await db.insertInto('exception_limits').values(proposed).execute();

  const record = recordOf(proposed);
  audit({ event: 'exceptions.limit_proposed', record, before: { value: before }, after: { value } });
  return { id };
});

export const decideLimit = exceptionCommand('decideLimit', async (transaction, { id, outcome }) => {
  const { db, actor, now, audit } = transaction;
  assertWholeUniversity(db);
  const change = await db
    .selectFrom('exception_limits')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => domainError('exceptions.limit_not_found'));
  if (change.outcome !== null) throw domainError('exceptions.limit_decided');
  const decided = { outcome, decided_by: actor.id, decided_at: now };
  await db.updateTable('exception_limits').set(decided).where('id', '=', id).execute();

  const { value, before_value: before } = change;
  const record = recordOf(change);
  audit({ event: 'exceptions.limit_decided', record, before: { value: before }, after: { value, outcome } });
  return {};
});

function recordOf({ id, rule, name, value }: { id: string; rule: string; name: string; value: number }) {
  const [{ title, label }] = limitsInWords(rule, { [name]: value }) as [Limit];
  return { type: 'exception_limit' as const, id, label: `${title}: ${label}` };
}

/** Reads the limits of all rules: the last value that an auditor confirmed, else the rule's own. */
export async function limitsInForce(db: Db): Promise<(rule: string) => Record<string, number>> {
  const confirmed = await db
    .selectFrom('exception_limits')
    .select(['rule', 'name', 'value'])
    .where('outcome', '=', 'confirmed')
    .orderBy('decided_at')
    .execute();
  const last = new Map(confirmed.map(({ rule, name, value }) => [`${rule} ${name}`, value]));
  return (rule) =>
    Object.fromEntries(
      Object.entries(ruleNamed(rule)?.limits ?? {}).map(([name, { value }]) => [
        name,
        last.get(`${rule} ${name}`) ?? value,
      ]),
    );
}
