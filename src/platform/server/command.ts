import { isDeepStrictEqual } from 'node:util';
import type { AnyContractProcedure } from '@orpc/contract';
import { ORPCError } from '@orpc/server';
import canonicalize from 'canonicalize';
import { AbortedTransactionError, CompiledQuery, type Kysely, sql, type UpdateObject } from 'kysely';
import pg from 'pg';
import type { InputOf } from '#platform/contract/operation.ts';
import { allNames } from '#shared/audit-names.ts';
import type { Changes } from '#shared/changes.ts';
import type { Role } from '#shared/roles.ts';
import { type Actor, actorOf, type RequestContext, type Services } from './context.ts';
import {
  type AuditEntry,
  type AuditOrigin,
  appendStatement,
  eventsOfRecords,
  shownActorName,
} from './db/audit-chain.ts';
import type { Db } from './db/database.ts';
import { preparedQuery } from './db/prepared.ts';
import type { DB } from './db/tables.ts';
import { type DomainError, domainError } from './domain-error.ts';
import { isKeyedHash, keyedHash } from './secrets.ts';

/** What one transaction publishes to open screens about one college, or about no college (null). */
export type Announcement = { collegeId: string | null; changes: Changes };

/**
 * What a command works with. Every command has the same six steps: load and lock → check rules → write → audit →
 * enqueue → return.
 */
export type CommandTransaction = {
  db: Db;
  actor: Actor;
  /** The moment of the command, the same for everything that it writes. */
  now: Date;
  requestId: string;
  ip: string;
  services: Services;
  audit(entry: AuditEntry): void;
  /** Queues a job in this transaction; a rollback removes it. */
  enqueue(job: string, data: object): Promise<void>;
};

/** What a job's transaction offers, too; `actor` is who signs what needs a person. */
export type Writing = Pick<CommandTransaction, 'db' | 'now' | 'requestId' | 'audit' | 'enqueue'> & {
  actor: Pick<Actor, 'id'>;
};

/** A transaction of a request without a session. */
export type PublicTransaction = Omit<CommandTransaction, 'actor'> & {
  /** Sets the actor of the audit events, once it is known. */
  actAs(person: { id: string; name: string; role: Role }): void;
};

/**
 * Makes a command: one transaction with its audit events, executed once per idempotency key. Its output has to be plain
 * JSON, because it is stored for repeated requests. A thrown error rolls back; a returned one is thrown after the commit.
 */
export function command<Input, Output extends object>(
  operation: string,
  run: (transaction: CommandTransaction, input: Input) => Promise<Output | DomainError>,
): (context: RequestContext, input: Input) => Promise<Output> {
  return async (context, input) =>
    orThrow(await withRetries(() => attemptCommand(context, operation, run, input)));
}

/** `command` for the operations of one contract: the input type is that of the operation. */
export function commandOf<Contract extends Record<string, AnyContractProcedure>>() {
  return <Name extends keyof Contract & string, Output extends object>(
    name: Name,
    run: (transaction: CommandTransaction, input: InputOf<Contract[Name]>) => Promise<Output | DomainError>,
  ) => command(name, run);
}

/**
 * Makes a command that needs no session, such as a step of signing in: a returned error keeps a wrong guess counted. It
 * has no idempotency keys.
 */
export function publicCommand<Input, Output extends object>(
  run: (transaction: PublicTransaction, input: Input) => Promise<Output | DomainError>,
): (context: RequestContext, input: Input) => Promise<Output> {
  return async (context, input) =>
    orThrow(await withRetries(() => attemptPublicCommand(context, run, input)));
}

function orThrow<Output extends object>(outcome: Output | DomainError): Output {
  if (outcome instanceof ORPCError) throw outcome;
  return outcome;
}

const attempts = 3;
/** A command that has already taken this long is not retried: every write is answered within 10 seconds. */
const retryMilliseconds = 2_000;
const retryable = new Set(['40001', '40P01']);

async function withRetries<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const start = performance.now();
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      const isEarly = tried < attempts && performance.now() - start < retryMilliseconds;
      if (isEarly && retryable.has((error as { code?: string }).code ?? '')) continue;
      throw error;
    }
  }
}

async function attemptCommand<Input, Output extends object>(
  context: RequestContext,
  operation: string,
  run: (transaction: CommandTransaction, input: Input) => Promise<Output | DomainError>,
  input: Input,
): Promise<Output | DomainError> {
  const actor = actorOf(context);
  const now = context.now ?? new Date();
  const { output, events } = await inTransaction(context.services.commandDb, async (transaction, last) => {
    const earlier = await claimKey<Output>(transaction, context, actor, operation, input);
    if (earlier) return { output: earlier, events: null };
    const entries: AuditEntry[] = [];
    const output = await run({ ...transactionContext(transaction, context, { entries, now }), actor }, input);
    if (entries.length === 0) throw new Error(`${operation} wrote without an audit event`);
    last.push(
      // A request that is repeated after an error runs again.
      ...(output instanceof ORPCError ? [] : storingResponse(context, actor, output)),
      ...auditStatements(originOf(context, actor), entries),
    );
    return { output, events: entries.map(({ event }) => event) };
  });
  context.reportEvents?.(events);
  return output;
}

async function attemptPublicCommand<Input, Outcome>(
  context: RequestContext,
  run: (transaction: PublicTransaction, input: Input) => Promise<Outcome>,
  input: Input,
): Promise<Outcome> {
  const now = context.now ?? new Date();
  return inTransaction(context.services.commandDb, async (transaction, last) => {
    const entries: AuditEntry[] = [];
    let origin = originOf(context, null);
    const actAs: PublicTransaction['actAs'] = (person) => {
      origin = originOf(context, person);
    };
    const outcome = await run(
      { ...transactionContext(transaction, context, { entries, now }), actAs },
      input,
    );
    last.push(...auditStatements(origin, entries));
    return outcome;
  });
}

function transactionContext(
  transaction: Kysely<DB>,
  context: RequestContext,
  { entries, now }: { entries: AuditEntry[]; now: Date },
): Omit<CommandTransaction, 'actor'> {
  return {
    db: transaction,
    now,
    requestId: context.requestId,
    ip: context.ip,
    services: context.services,
    audit: (entry) => entries.push(entry),
    enqueue: (job, data) => enqueueIn(transaction, context.services, job, data),
  };
}

/** The statements that notify open screens of events and append them to the audit chain, for `inTransaction`. */
export function auditStatements(origin: AuditOrigin, entries: readonly AuditEntry[]): string[] {
  if (entries.length === 0) return [];
  const notices = announcementsOf(origin.actorId, entries).map(
    (announcement) => `notify changes, ${pg.escapeLiteral(announcement)}`,
  );
  return [...notices, appendStatement(origin, entries)];
}

/**
 * Runs `work` in one transaction. Statements that it puts into `last` are sent in one message with the commit: what
 * they lock, such as the head of the audit chain, is never held while the database waits for this process. If one
 * fails, PostgreSQL skips those after it.
 */
export async function inTransaction<Result>(
  db: Db,
  work: (transaction: Kysely<DB>, last: string[]) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute(async (connection) => {
    // Kysely sets this only for transactions that it commits itself.
    Object.defineProperty(connection, 'isTransaction', { value: true });
    const last: string[] = [];
    await send(connection, 'begin');
    try {
      const result = await work(connection, last);
      const { rows } = await send(connection, [...last, 'commit'].join('; '));
      if (rows.some(({ command }) => command === 'ROLLBACK')) throw new AbortedTransactionError();
      return result;
    } catch (error) {
      // A lost connection rolls back by itself.
      await send(connection, 'rollback').catch(() => {});
      throw error;
    }
  });
}

function send(connection: Kysely<DB>, text: string) {
  return connection.executeQuery<{ command?: string }>(CompiledQuery.raw(text));
}

export async function enqueueIn(
  transaction: Kysely<DB>,
  services: Pick<Services, 'jobs'>,
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

function originOf(
  context: RequestContext,
  person: { id: string; name: string; role: Role } | null,
): AuditOrigin {
  return {
    actorId: person?.id ?? null,
    actorName: person?.name ?? 'nobody',
    desk: person?.role ?? 'public',
    requestId: context.requestId,
    ip: context.ip,
    at: context.now ?? null,
  };
}

type Claim = { staff_id: string; key: string; operation: string; input_hash: string };

const claimedRows = preparedQuery((db, claim: Claim) =>
  db
    .insertInto('idempotent_requests')
    .values(claim)
    .onConflict((conflict) => conflict.constraint('idempotent_requests__key_once').doNothing())
    .returning('key'),
);

/**
 * Claims the idempotency key, or returns the stored answer of the earlier request. A second request that arrives while
 * the first still runs waits here, at the primary key.
 */
async function claimKey<Output>(
  transaction: Kysely<DB>,
  context: RequestContext,
  actor: Actor,
  operation: string,
  input: unknown,
): Promise<Output | null> {
  if (!context.idempotencyKey) return null;
  // Hashed with the pepper, because an input may contain a password and a plain hash could be brute-forced.
  const text = canonicalize({ operation, input })!;
  const claimed = await claimedRows(transaction, {
    staff_id: actor.id,
    key: context.idempotencyKey,
    operation,
    input_hash: keyedHash(context.services.peppers[0], text),
  });
  if (claimed.length > 0) return null;
  const earlier = await transaction
    .selectFrom('idempotent_requests')
    .select(['input_hash', 'response'])
    .where('staff_id', '=', actor.id)
    .where('key', '=', context.idempotencyKey)
    .executeTakeFirstOrThrow();
  if (!isKeyedHash(context.services.peppers, text, earlier.input_hash))
    throw domainError('request.key_reused');
  return earlier.response as Output;
}

function storingResponse(context: RequestContext, actor: Actor, output: object): string[] {
  if (!context.idempotencyKey) return [];
  const [response, id, key] = [JSON.stringify(output), actor.id, context.idempotencyKey].map(
    pg.escapeLiteral,
  );
  return [`update idempotent_requests set response = ${response} where staff_id = ${id} and key = ${key}`];
}

/** Notifies open screens of events; PostgreSQL delivers the notification when the transaction commits. */
export async function announce(
  transaction: Kysely<DB>,
  by: string | null,
  entries: readonly { event: string; collegeId?: string | null }[],
): Promise<void> {
  for (const announcement of announcementsOf(by, entries))
    await sql`select pg_notify('changes', ${announcement})`.execute(transaction);
}

/**
 * One message for each college. Thousands of events of one name are one count, so a message stays far below the 8,000
 * bytes of a PostgreSQL notification.
 */
function announcementsOf(
  by: string | null,
  entries: readonly { event: string; collegeId?: string | null }[],
): string[] {
  const byCollege = new Map<string | null, Changes['events']>();
  for (const { event, collegeId = null } of entries) {
    const events = byCollege.get(collegeId) ?? {};
    events[event] = (events[event] ?? 0) + 1;
    byCollege.set(collegeId, events);
  }
  return [...byCollege].map(([collegeId, events]) =>
    JSON.stringify({ collegeId, changes: { by, events } } satisfies Announcement),
  );
}

/**
 * Throws if the locked row is newer than the version that the caller has seen, naming who changed it. `type` is the
 * record's in the audit log.
 */
export async function assertVersion(
  db: Db,
  { type, row }: { type: string; row: { id: string; version: number } },
  version: number,
): Promise<void> {
  if (row.version === version) return;
  const last = await eventsOfRecords(db)
    .select(shownActorName.as('actor_name'))
    .where('record_type', 'in', allNames('recordTypes', type))
    .where('record_id', '=', row.id)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  throw domainError('records.stale', { changedBy: last?.actor_name ?? null });
}

type VersionedTable = {
  [Table in keyof DB]: DB[Table] extends { id: unknown; version: unknown } ? Table : never;
}[keyof DB];

/** Updates a locked record, increments its version and returns the new version. */
export async function updateRow<Table extends VersionedTable>(
  db: Db,
  table: Table,
  row: { id: string; version: number },
  columns: UpdateObject<DB, Table> = {},
): Promise<{ version: number }> {
  const version = row.version + 1;
  // Kysely cannot type an update of a union of tables; all of them have id and version.
  const tables = db as unknown as Kysely<Record<string, { id: string; version: number }>>;
  await tables
    .updateTable<string>(table)
    .set({ ...columns, version })
    .where('id', '=', row.id)
    .execute();
  return { version };
}

/** The fields that `after` changes, before and after, for the audit log. */
export function changesBetween<Fields extends object>(before: Fields, after: Partial<Fields>) {
  const changed = (Object.keys(after) as (keyof Fields)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
  return {
    before: Object.fromEntries(changed.map((name) => [name, before[name]])),
    after: Object.fromEntries(changed.map((name) => [name, after[name]])),
  };
}
