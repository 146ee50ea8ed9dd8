import { Kysely, PostgresDialect, type Updateable } from 'kysely';
import type pg from 'pg';
import { inTransaction } from '#platform/server/command.ts';
import type { Services } from '#platform/server/context.ts';
import { endConnection, openClient } from '#platform/server/db/connections.ts';
import { type Db, hasRows } from '#platform/server/db/database.ts';
import type { DB } from '#platform/server/db/tables.ts';
import type { Progress } from '../contract.ts';
import { updateImport } from './queries.ts';

/** One transaction of a job on its own connection; progress is written through another one. */
export type ImportRun = {
  db: Db;
  client: pg.Client;
  /** Sets the progress, which the next tick writes; throws if the upload was cancelled. */
  report(progress: Pick<Progress, 'step' | 'rowsDone' | 'rowsTotal'>): void;
  /** Writes the result and the next state to the upload; throws if the upload was cancelled. */
  moveOn(outcome: Updateable<DB['imports']>): Promise<void>;
};

const tickMilliseconds = 500;

class Cancelled extends Error {}

/**
 * Runs one step of an upload in one transaction, so that a crash leaves all of it or nothing. An advisory lock makes
 * two runs of one upload follow each other; the second returns, because the state has changed. Cancelling changes the
 * state; the run notices within a tick and cancels the current statement.
 */
export async function runImport(
  services: Services,
  upload: { id: string; state: 'checking' | 'committing' },
  work: (run: ImportRun) => Promise<void>,
): Promise<void> {
  const client = await openClient(services.databaseUrl, 'import', {
    onLost: (error) => services.log.warn({ err: error }, 'the connection of a bulk upload was lost'),
  });
  let ticker: ReturnType<typeof startTicker> | null = null;
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [upload.id]);
    const inState = services.db.selectFrom('imports').where('id', '=', upload.id);
    if (!(await hasRows(inState.where('state', '=', upload.state)))) return;
    const { pid } = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!;
    const running = startTicker(services, upload, pid);
    ticker = running;
    const db = kyselyOn(client);
    await work({
      db,
      client,
      report(progress) {
        if (running.isCancelled()) throw new Cancelled();
        running.note(progress);
      },
      async moveOn(outcome) {
        await running.stop();
        if (!(await updateImport(db, upload, outcome))) throw new Cancelled();
      },
    });
    await client.query('commit');
  } catch (error) {
    const isCancelled = error instanceof Cancelled || ticker?.isCancelled();
    if (!isCancelled) throw error;
  } finally {
    await ticker?.stop();
    // Closing the connection rolls back what was not committed.
    await endConnection(client);
  }
}

function startTicker(services: Services, upload: { id: string; state: string }, pid: number) {
  const meter = makeMeter();
  let isCancelled = false;
  let writing: Promise<void> = Promise.resolve();
  const tick = async () => {
    const progress = JSON.stringify(meter.read());
    try {
      if ((await updateImport(services.db, upload, { progress })) || isCancelled) return;
      isCancelled = true;
      await inTransaction(services.db, (transaction) =>
        transaction.selectNoFrom((eb) => eb.fn('pg_cancel_backend', [eb.val(pid)]).as('done')).execute(),
      );
    } catch (error) {
      services.log.warn({ err: error }, 'cannot tell the progress of an upload');
    }
  };
  const interval = setInterval(() => {
    writing = writing.then(tick);
  }, tickMilliseconds);
  return {
    note: meter.note,
    isCancelled: () => isCancelled,
    async stop() {
      clearInterval(interval);
      await writing;
    },
  };
}

/** Average rows per second of the current step, and the time left at that rate. */
function makeMeter() {
  let noted: Pick<Progress, 'step' | 'rowsDone' | 'rowsTotal'> = {
    step: 'reading',
    rowsDone: 0,
    rowsTotal: null,
  };
  let startedAt = performance.now();
  return {
    note(progress: typeof noted) {
      if (progress.step !== noted.step) startedAt = performance.now();
      noted = progress;
    },
    read(): Progress {
      const seconds = (performance.now() - startedAt) / 1000;
      const rowsPerSecond = Math.round(noted.rowsDone / Math.max(seconds, 0.001));
      const rest = noted.rowsTotal === null ? null : Math.max(0, noted.rowsTotal - noted.rowsDone);
      const secondsLeft = rest === null || rowsPerSecond === 0 ? null : Math.ceil(rest / rowsPerSecond);
      return { ...noted, rowsPerSecond, secondsLeft };
    },
  };
}

/** The query builder on one connection that is already in a transaction. */
function kyselyOn(client: pg.Client): Db {
  const connection = { query: client.query.bind(client), release: () => {} };
  // The part of a pool that Kysely uses.
  const pool = { connect: async () => connection, end: async () => {} } as unknown as pg.Pool;
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}
