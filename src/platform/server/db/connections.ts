import pg from 'pg';
import { renameStatement, withName } from './prepared.ts';
import { type KindOfWork, type WorkLimits, workLimits } from './work-limits.ts';

type OnLost = (error: Error, kind: KindOfWork) => void;

type ClientOptions = {
  /** Told of each connection that breaks. */
  onLost?: OnLost;
  /** As `pg_stat_activity` shows it; the kind of work unless given. */
  name?: string;
};

/** No connection could be had, or the one in use broke: nobody knows whether its last statement was carried out. */
class DatabaseUnavailableError extends Error {
  /** SQLSTATE connection_failure, as PostgreSQL itself calls it. */
  readonly code = '08006';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailableError';
  }
}

/**
 * A connection that may break at any moment. pg emits `error` then, also while the client is checked out of its pool,
 * and an event without a listener would end the process.
 */
class Client extends pg.Client {
  #lost: DatabaseUnavailableError | null = null;

  constructor(config: pg.ClientConfig & { onLost?: (error: Error) => void }) {
    super(config);
    this.on('error', (error: Error & { code?: string }) => {
      // pg rejects the statement under way with this same object, and gives most of them no code.
      error.code ??= '08006';
      this.#lost ??= new DatabaseUnavailableError('The connection to the database was lost.', {
        cause: error,
      });
      config.onLost?.(error);
    });
    // Later statements of the same transaction get a typed error as well; pg's own has no code.
    const send = (args: unknown[]) => (super.query as (...args: unknown[]) => unknown).apply(this, args);
    this.query = (...args: unknown[]) => {
      const isSubmitted = typeof (args[0] as { submit?: unknown } | null)?.submit === 'function';
      const isAwaited = !isSubmitted && typeof args.at(-1) !== 'function';
      // One function for all of pg's overloads, whose answers differ.
      if (!isAwaited) return send(withName(args)) as never;
      return (this.#lost ? Promise.reject(this.#lost) : sendPrepared(send, args)) as never;
    };
  }
}

type Send = (args: unknown[]) => unknown;

/**
 * Sends a statement by its name, and once more if a migration has changed what it returns since it was prepared. Inside a
 * transaction, which that error ends, the caller is asked to try again.
 */
async function sendPrepared(send: Send, args: unknown[]): Promise<unknown> {
  try {
    return await send(withName(args));
  } catch (error) {
    if (!(error as Error).message.startsWith('cached plan must not change')) throw error;
    renameStatement(args[0] as string);
    return Promise.resolve(send(withName(args))).catch(() => {
      throw new DatabaseUnavailableError('The schema was changed during a transaction.', { cause: error });
    });
  }
}

/** A pool that refuses rather than letting callers wait without bound, and takes back connections held too long. */
export class Pool extends pg.Pool {
  readonly limits: WorkLimits;
  readonly #holds = new Map<pg.PoolClient, NodeJS.Timeout>();

  constructor(config: pg.PoolConfig, limits: WorkLimits) {
    super(config);
    this.limits = limits;
    // A broken idle connection is replaced; its own listener has reported it.
    this.on('error', () => {});
    if (limits.hold > 0) this.on('acquire', (client) => this.#limitHold(client));
    this.on('release', (_error, client) => this.#endHold(client));
    this.on('remove', (client) => this.#endHold(client));
  }

  /** Whether a further caller would be refused. */
  get isOverloaded(): boolean {
    return this.waitingCount >= this.limits.waiting;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback) {
      this.connect().then(
        (client) => callback(undefined, client, client.release),
        (error: Error) => callback(error, undefined, () => {}),
      );
      return undefined;
    }
    if (this.isOverloaded && this.idleCount === 0 && this.totalCount >= this.limits.connections)
      return Promise.reject(
        new DatabaseUnavailableError(`${this.waitingCount} callers wait for a connection already.`),
      );
    return super.connect().catch((cause: Error) => {
      throw new DatabaseUnavailableError(`No connection to the database: ${cause.message}`, { cause });
    });
  }

  #limitHold(client: pg.PoolClient): void {
    const end = () =>
      // A connection that does not answer is not asked to end; the types hide its socket.
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    this.#holds.set(client, setTimeout(end, this.limits.hold).unref());
  }

  #endHold(client: pg.PoolClient): void {
    clearTimeout(this.#holds.get(client));
    this.#holds.delete(client);
  }
}

/**
 * To open a connection and to read the catalogue for it takes the database as long as ten writes; an office comes back to
 * its work after a pause.
 */
const idleTimeoutMillis = 10 * 60_000;

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (error?: Error | boolean) => void,
) => void;

/** The connections of one kind of work in this process. */
export function createPool(
  connectionString: string,
  kind: KindOfWork,
  { onLost, name, ...changed }: ClientOptions & Partial<WorkLimits> = {},
): Pool {
  const limits = { ...workLimits[kind], ...changed };
  const config = {
    ...configOf(connectionString, kind, { onLost, name }),
    max: limits.connections,
    idleTimeoutMillis,
    connectionTimeoutMillis: limits.wait,
    // pg hands its constructor the configuration; the types say nothing.
    Client: Client as unknown as new () => pg.ClientBase,
    onConnect: (client: pg.ClientBase) => applyLimits(client, limits),
  };
  return new Pool(config, limits);
}

/** One connection outside the pools. */
export async function openClient(
  connectionString: string,
  kind: KindOfWork,
  options: ClientOptions = {},
): Promise<pg.Client> {
  const limits = workLimits[kind];
  const client = new Client({
    ...configOf(connectionString, kind, options),
    connectionTimeoutMillis: limits.wait,
  });
  try {
    await client.connect();
    await applyLimits(client, limits);
    return client;
  } catch (error) {
    await endConnection(client);
    throw error;
  }
}

/** Ends a connection that may be broken already. What it held is let go either way, so a failure is nobody's. */
export async function endConnection(client: pg.Client | null | undefined): Promise<void> {
  try {
    await client?.end();
  } catch {
    // It is gone, which is what was wanted.
  }
}

/** Runs `work` on one connection outside the pools and closes it. */
export async function withClient<Result>(
  connectionString: string,
  kind: KindOfWork,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await openClient(connectionString, kind);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function configOf(connectionString: string, kind: KindOfWork, { onLost, name = kind }: ClientOptions) {
  return {
    connectionString,
    application_name: `dikshant-${name}`,
    keepAlive: true,
    // A machine that lost its power says nothing: an idle connection to it, such as the one that listens, ends in 15 seconds.
    keepAliveInitialDelayMillis: 5_000,
    onLost: (error: Error) => onLost?.(error, kind),
  };
}

/**
 * Set by a statement and not in the startup packet, which poolers refuse. Pages are in memory or on flash, where the next
 * one costs little more than the neighbour.
 */
async function applyLimits(client: pg.ClientBase, limits: WorkLimits): Promise<void> {
  await client.query(
    `set random_page_cost = 1.1; set statement_timeout = ${limits.statement}; set lock_timeout = ${limits.lock}; set idle_in_transaction_session_timeout = ${limits.idleInTransaction}`,
  );
}
