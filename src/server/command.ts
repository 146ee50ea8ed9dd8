import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Actor } from './actor.ts';
import { actorOf, type RequestContext, type Services } from './context.ts';
import { type AuditEntry, appendAuditEvents } from './db/audit-chain.ts';
import { type Db, unscoped } from './db/database.ts';
import type { DB } from './db/tables.ts';
import { refusal } from './refusal.ts';

/** What a command works with. Its six steps never vary: load and lock → refuse by rule → write → audit → enqueue → return. */
export type CommandTransaction = {
  db: Db;
  actor: Actor;
  /** The moment of the command, the same for everything that it writes. */
  now: Date;
  services: Services;
  audit(entry: AuditEntry): void;
  /** Queues a job in this transaction: a command that is rolled back leaves none. */
  enqueue(job: string, data: object): Promise<void>;
};

const attempts = 3;
const retryable = new Set(['40001', '40P01']);

/**
 * Makes a command: one transaction with its audit events, carried out once for each idempotency key. Its output
 * has to be plain JSON, because a repeated request gets the stored one back.
 */
export function command<Input, Output extends object>(
  operation: string,
  run: (transaction: CommandTransaction, input: Input) => Promise<Output>,
): (context: RequestContext, input: Input) => Promise<Output> {
  return async (context, input) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptCommand(context, operation, run, input);
      } catch (error) {
        if (attempt < attempts && retryable.has((error as { code?: string }).code ?? '')) continue;
        throw error;
      }
    }
  };
}

async function attemptCommand<Input, Output extends object>(
  context: RequestContext,
  operation: string,
  run: (transaction: CommandTransaction, input: Input) => Promise<Output>,
  input: Input,
): Promise<Output> {
  const actor = actorOf(context);
  const now = context.now ?? new Date();
  return inTransaction(context.services.db, async (transaction) => {
    const db = transaction as unknown as Db;
    const earlier = await claimKey<Output>(transaction, context, actor, operation, input);
    if (earlier) return earlier;
    const entries: AuditEntry[] = [];
    const output = await run(
      {
        db,
        actor,
        now,
        services: context.services,
        audit: (entry) => entries.push(entry),
        enqueue: (job, data) => enqueueIn(transaction, context.services, job, data),
      },
      input,
    );
    if (entries.length === 0) throw new Error(`${operation} wrote without an audit event`);
    await storeResponse(transaction, context, actor, output);
    await announce(transaction, entries);
    await appendAuditEvents(db, originOf(context, actor, now), entries);
    return output;
  });
}

/** Runs `work` in one transaction; for writes that are no command of a person, such as a job's own bookkeeping. */
export async function inTransaction<Result>(
  db: Db,
  work: (transaction: Kysely<DB>) => Promise<Result>,
): Promise<Result> {
  return unscoped(db).transaction().execute(work);
}

export async function enqueueIn(
  transaction: Kysely<DB>,
  services: Services,
  job: string,
  data: object,
): Promise<void> {
  await services.jobs.send(job, data, {
    db: {
      executeSql: async (text, values) => {
        const result = await transaction.executeQuery(CompiledQuery.raw(text, values as unknown[]));
        return { rows: result.rows as unknown[] };
      },
    },
  });
}

function originOf(context: RequestContext, actor: Actor, at: Date) {
  return {
    actorId: actor.id,
    actorName: actor.name,
    desk: actor.role,
    requestId: context.requestId,
    ip: context.ip,
    at,
  };
}

/**
 * Takes the key, or returns what the request that had it before was answered. A second one that arrives while the
 * first still runs waits for it here, at the primary key.
 */
async function claimKey<Output>(
  transaction: Kysely<DB>,
  context: RequestContext,
  actor: Actor,
  operation: string,
  input: unknown,
): Promise<Output | null> {
  if (!context.idempotencyKey) return null;
  const inputHash = createHash('sha256').update(canonicalize({ operation, input })!).digest('hex');
  const claimed = await transaction
    .insertInto('idempotent_requests')
    .values({ staff_id: actor.id, key: context.idempotencyKey, operation, input_hash: inputHash })
    .onConflict((conflict) => conflict.constraint('idempotent_requests__key_once').doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimed) return null;
  const earlier = await transaction
    .selectFrom('idempotent_requests')
    .select(['input_hash', 'response'])
    .where('staff_id', '=', actor.id)
    .where('key', '=', context.idempotencyKey)
    .executeTakeFirstOrThrow();
  if (earlier.input_hash !== inputHash) throw refusal('request.key_reused');
  return earlier.response as Output;
}

async function storeResponse(
  transaction: Kysely<DB>,
  context: RequestContext,
  actor: Actor,
  output: object,
): Promise<void> {
  if (!context.idempotencyKey) return;
  await transaction
    .updateTable('idempotent_requests')
    .set({ response: JSON.stringify(output) })
    .where('staff_id', '=', actor.id)
    .where('key', '=', context.idempotencyKey)
    .execute();
}

/** Tells open screens which kinds of record changed; delivered by PostgreSQL when the transaction commits. */
export async function announce(transaction: Kysely<DB>, entries: AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const changed = [...new Set(entries.map((entry) => entry.record.type))];
  await sql`select pg_notify('changes', ${JSON.stringify(changed)})`.execute(transaction);
}
