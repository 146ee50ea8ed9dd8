import pg from 'pg';
import { renameStatement, withName } from './prepared.ts';
import { type KindOfWork, type WorkLimits, workLimits } from './work-limits.ts';

type OnLost = (error: Error, kind: KindOfWork) => void;

type ClientOptions = {
  /** Called for each connection that breaks. */
  onLost?: OnLost;
  /** `application_name` in `pg_stat_activity`; the kind of work by default. */
  name?: string;
};

/** No connection could be opened, or the one in use broke: whether its last statement was executed is unknown. */
class DatabaseUnavailableError extends Error {
  /** SQLSTATE connection_failure, as PostgreSQL itself calls it. */
  readonly code = '08006';

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailableError';
  }
}

/**
 * A connection that may break at any time. pg then emits `error`, also while the client is checked out of its pool, and
 * an `error` event without a listener would end the process.
 */
class Client extends pg.Client {
  #lost: DatabaseUnavailableError | null = null;

  constructor(config: pg.ClientConfig & { onLost?: (error: Error) => void }) {
    super(config);
    this.on('error', (error: Error & { code?: string }) => {
      // pg rejects the running statement with this same object, usually without a code.
      error.code ??= '08006';
      this.#lost ??= new DatabaseUnavailableError('The connection to the database was lost.', {
        cause: error,
      });
      config.onLost?.(error);
    });
    // Later statements of the same transaction get a typed error too; pg's own has no code.
    const send = (args: unknown[]) => (super.query as (...args: unknown[]) => unknown).apply(this, args);
    this.query = (...args: unknown[]) => {
      const isSubmitted = typeof (args[0] as { submit?: unknown } | null)?.submit === 'function';
      const isAwaited = !isSubmitted && typeof args.at(-1) !== 'function';
      // One function for all of pg's overloads, whose results differ.
      if (!isAwaited) return send(withName(args)) as never;
      return (this.#lost ? Promise.reject(this.#lost) : sendPrepared(send, args)) as never;
    };
  }
}

type Send = (args: unknown[]) => unknown;

/**
 * Sends a named statement, and again if a migration changed its result columns since it was prepared. Inside a
 * transaction, which that error aborts, the caller has to retry.
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

/**
 * A pool that refuses callers rather than letting them wait without limit, and destroys connections that are held too
 * long.
 */
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
    const isFull = this.idleCount === 0 && this.totalCount >= this.limits.connections;
    if (isFull && this.waitingCount >= this.limits.waiting)
      return Promise.reject(
        new DatabaseUnavailableError(`${this.waitingCount} callers wait for a connection already.`),
      );
    return super.connect().catch((cause: Error) => {
      throw new DatabaseUnavailableError(`No connection to the database: ${cause.message}`, { cause });
    });
  }

  #limitHold(client: pg.PoolClient): void {
    const end = () =>
      // A hanging connection is destroyed, not closed; the types hide its socket.
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    this.#holds.set(client, setTimeout(end, this.limits.hold).unref());
  }

  #endHold(client: pg.PoolClient): void {
    clearTimeout(this.#holds.get(client));
    this.#holds.delete(client);
  }
}

/**
 * Opening a connection and loading its catalogue cache costs the database as much as ten writes, so connections outlive
 * an office's breaks.
 */
const idleTimeoutMillis = 10 * 60_000;

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (error?: Error | boolean) => void,
) => void;

/** The pool for one kind of work in this process. */
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
    // pg passes the configuration to this constructor; the types omit that.
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

/** Ends a connection that may already be broken. The server frees its locks either way, so errors are ignored. */
export async function endConnection(client: pg.Client | null | undefined): Promise<void> {
  try {
    await client?.end();
  } catch {
    // Already closed.
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
    // A machine that lost power closes no connections: with keepalive, an idle one, such as the listener, ends within
    // 15 seconds.
    keepAliveInitialDelayMillis: 5_000,
    onLost: (error: Error) => onLost?.(error, kind),
  };
}

/**
 * Set by a statement, because poolers refuse them in the startup packet. Data is in memory or on flash, where random
 * page reads cost little more than sequential ones.
 */
async function applyLimits(client: pg.ClientBase, limits: WorkLimits): Promise<void> {
  await client.query(
    `set random_page_cost = 1.1; set statement_timeout = ${limits.statement}; set lock_timeout = ${limits.lock}; set idle_in_transaction_session_timeout = ${limits.idleInTransaction}`,
  );
}
