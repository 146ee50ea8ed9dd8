import { sql } from 'kysely';
import { assertWholeUniversity } from '#features/audit/server/queries.ts';
import { announce } from '#platform/server/command.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Rule } from '#platform/server/exceptions/rule.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import { registered } from '#platform/server/registered.ts';
import { exceptionCommand } from './exception-command.ts';
import { limitsInForce } from './limits.ts';

/** A second worker waits for the first. */
const lockKey = 7_301_986;

/** Every night, fifteen minutes after the checkpoint; after an upgrade the rules may read the whole log again. */
export const runRulesJob: Job<object> = {
  name: 'run-rules',
  retryLimit: 3,
  expireInSeconds: 3_600,
  schedule: '50 18 * * *',
  catchesUp: true,
  handle: (services) => runRules(services),
};

export const runRulesNow = exceptionCommand('runRules', async ({ db, audit, enqueue }) => {
  assertWholeUniversity(db);
  audit({ event: 'exceptions.run', record: allRules });
  await enqueue(runRulesJob.name, {});
  return {};
});

const allRules = { type: 'exception_hit', id: 'all', label: 'All rules' } as const;

type Outcome = { found: number; gone: number; failed: string[] };

/**
 * Applies rules, by default all, in one transaction with a savepoint for each: the failure of one is stored with it,
 * and the others' results stay. Runs on the connections of jobs, with their limit for each statement.
 */
export async function runRules(
  services: Pick<Services, 'jobDb'>,
  { rules, now }: { rules?: readonly string[]; now?: Date } = {},
): Promise<Outcome> {
  const total: Outcome = { found: 0, gone: 0, failed: [] };
  await recordAsPortal(
    services,
    async (db, audit) => {
      await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db);
      const limitsOf = await limitsInForce(db);
      for (const rule of registered.rules) {
        if (rules && !rules.includes(rule.name)) continue;
        const outcome = await runRule(db, rule, { limits: limitsOf(rule), now: now ?? new Date() });
        if (outcome === null) total.failed.push(rule.name);
        total.found += outcome?.found ?? 0;
        total.gone += outcome?.gone ?? 0;
      }
      // A night on which nothing changed adds no event; open screens still show when it was.
      if (total.found + total.gone + total.failed.length > 0)
        audit({ event: 'exceptions.run', record: allRules, after: total });
      else await announce(db, null, [{ event: 'exceptions.run' }]);
    },
    now ?? null,
  );
  return total;
}

type Run = { limits: Record<string, number>; now: Date };

/** Null if it failed. */
async function runRule(db: Db, rule: Rule, run: Run): Promise<Omit<Outcome, 'failed'> | null> {
  const start = performance.now();
  const before = await db
    .selectFrom('exception_rules')
    .select('up_to_sequence')
    .where('rule', '=', rule.name)
    .executeTakeFirst();
  const last = before?.up_to_sequence ?? 0;
  const head = await db.selectFrom('audit_head').select('sequence').executeTakeFirstOrThrow();
  const store = async (upTo: number, failure: string | null) => {
    const milliseconds = Math.round(performance.now() - start);
    const columns = { up_to_sequence: upTo, ran_at: run.now, milliseconds, failure };
    await db
      .insertInto('exception_rules')
      .values({ rule: rule.name, ...columns })
      .onConflict((conflict) => conflict.column('rule').doUpdateSet(columns))
      .execute();
  };
  await sql`savepoint one_rule`.execute(db);
  try {
    const after = rule.on === 'events' ? last : 0;
    const outcome = await writeHits(db, rule, { ...run, after, upTo: head.sequence });
    await store(head.sequence, null);
    return outcome;
  } catch (error) {
    await sql`rollback to savepoint one_rule`.execute(db);
    await store(last, (error as Error).message);
    return null;
  }
}

/** In one statement, so that nothing is found and gone at the same time. What an event rule has found stays. */
async function writeHits(db: Db, rule: Rule, { now, ...asked }: Run & { after: number; upTo: number }) {
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
