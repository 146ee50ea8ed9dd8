import { type Insertable, sql } from 'kysely';
import { assertWholeUniversity } from '#features/audit/server/queries.ts';
import { announce } from '#platform/server/command.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import type { DB } from '#platform/server/db/tables.ts';
import type { Asked, Rule } from '#platform/server/exceptions/rule.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import { registered } from '#platform/server/registered.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { exceptionCommand, limitsInForce } from './limits.ts';

/** Every night, fifteen minutes after the checkpoint; after an upgrade the rules may read the whole log again. */
export const runRulesJob: Job<{ isByHand?: true }> = {
  name: 'run-rules',
  retryLimit: 3,
  expireInSeconds: 3_600,
  schedule: '50 18 * * *',
  catchesUp: true,
  // The clock brings no data.
  handle: async (services, data: { isByHand?: true } | null) =>
    runRules(services, data?.isByHand ? {} : { rules: await findDueRules(services.jobDb) }),
};

export const runRulesNow = exceptionCommand('runRules', async ({ db, audit, enqueue }) => {
  assertWholeUniversity(db);
  audit({ event: 'exceptions.run', record: { type: 'exception_hit', id: 'all', label: 'All rules' } });
  await enqueue(runRulesJob.name, { isByHand: true });
  return {};
});

/** Those that did not succeed since the last midnight: a worker may start many times a day. */
async function findDueRules(db: Db): Promise<string[]> {
  const today = onDays('ran_at', { from: dayInIndia(new Date()) });
  const ran = await db
    .selectFrom('exception_rules')
    .select('rule')
    .where(today)
    .where('failure', 'is', null)
    .execute();
  const names = registered.rules.map(({ name }) => name);
  return names.filter((name) => !ran.some(({ rule }) => rule === name));
}

/** Applies rules, by default all, on the connections of jobs, with their limit for each statement. */
export async function runRules(
  services: Pick<Services, 'jobDb'>,
  { rules, now = new Date() }: { rules?: readonly string[]; now?: Date } = {},
): Promise<void> {
  for (const rule of registered.rules)
    if (!rules || rules.includes(rule.name)) await runRule(services, rule, now);
  // A night on which nothing changed adds no event; open screens still show when it was.
  await announce(services.jobDb, null, [{ event: 'exceptions.run' }]);
}

/** In a transaction of its own, so that a failure is stored with the rule and the others' results stay. */
async function runRule(services: Pick<Services, 'jobDb'>, rule: Rule, now: Date): Promise<void> {
  const start = performance.now();
  const store = (db: Db, result: Pick<Insertable<DB['exception_rules']>, 'failure' | 'up_to_sequence'>) => {
    const columns = { ...result, ran_at: now, milliseconds: Math.round(performance.now() - start) };
    return db
      .insertInto('exception_rules')
      .values({ rule: rule.name, ...columns })
      .onConflict((conflict) => conflict.column('rule').doUpdateSet(columns))
      .execute();
  };
  try {
    await recordAsPortal(services, async (db, audit) => {
      await sql`select pg_advisory_xact_lock(hashtext(${`run ${rule.name}`}))`.execute(db);
      const { upTo, mark } = await db
        .selectFrom('audit_head')
        .leftJoin('exception_rules', (join) => join.on('rule', '=', rule.name))
        .select(['audit_head.sequence as upTo', 'up_to_sequence as mark'])
        .executeTakeFirstOrThrow();
      const after = rule.on === 'events' ? Math.min(mark ?? 0, (await firstToRead(db, now)) - 1) : 0;
      const limits = (await limitsInForce(db))(rule.name);
      const changed = await writeHits(db, rule, { after, upTo, limits, now });
      await store(db, { failure: null, up_to_sequence: upTo });
      const record = { type: 'exception_hit', id: rule.name, label: rule.title } as const;
      if (changed.found + changed.gone > 0) audit({ event: 'exceptions.run', record, after: changed });
    });
  } catch (error) {
    await store(services.jobDb, { failure: (error as Error).message });
  }
}

/**
 * The first event that every rule reads. The application's role could move a mark on, to hide events from the rules: so
 * on Sundays they read two weeks again, one of them for a Sunday that was missed. Not the whole log, because a new limit
 * and a new setting do not count for old acts.
 */
async function firstToRead(db: Db, now: Date): Promise<number> {
  const today = dayInIndia(now);
  if (new Date(today).getUTCDay() !== 0) return Number.POSITIVE_INFINITY;
  const recent = db.selectFrom('audit_events').where(onDays('at', { from: addDays(today, -14) }));
  const { first } = await recent.select(({ fn }) => fn.min('sequence').as('first')).executeTakeFirstOrThrow();
  return first ?? Number.POSITIVE_INFINITY;
}

/** In one statement, so that nothing is found and gone at the same time. What an event rule has found stays. */
async function writeHits(db: Db, rule: Rule, { now, ...asked }: Asked & { now: Date }) {
  const { rows } = await sql<{ found: number; gone: number }>`
    with found as (
      select distinct on (record_type, record_id, what)
             record_type::text, record_id::text, coalesce(what, '')::text as what, label::text, person::uuid,
             at::timestamptz, college_id::uuid, parts::jsonb
        from (${rule.find(asked)}) as row
       order by record_type, record_id, what, at desc
    ), seen as (
      insert into exception_hits as hit (
        id, rule, record_type, record_id, what, label, person_id, at, college_id, parts, limits, first_seen, last_seen)
      select gen_random_uuid(), ${rule.name}, record_type, record_id, what, label, person, at, college_id, parts,
             ${JSON.stringify(asked.limits)}::jsonb, ${now}, ${now}
        from found
      on conflict on constraint exception_hits__once do update
         set label = excluded.label, person_id = excluded.person_id, at = excluded.at, college_id = excluded.college_id,
             parts = excluded.parts, limits = excluded.limits, gone_at = null,
             last_seen = greatest(hit.last_seen, excluded.last_seen)
      returning xmax = 0 as is_new
    ), vanished as (
      update exception_hits as hit set gone_at = greatest(last_seen, ${now})
       where ${rule.on === 'state'} and rule = ${rule.name} and gone_at is null and not exists (
         select from found
          where found.record_type = hit.record_type and found.record_id = hit.record_id and found.what = hit.what)
      returning 1
    )
    select (select count(*) from seen where is_new) as found, (select count(*) from vanished) as gone`.execute(
    db,
  );
  return rows[0]!;
}
