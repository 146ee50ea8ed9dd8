import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findPostgresBinaries } from './binaries.ts';
import { openCluster, readPassword } from './cluster.ts';
import {
  assertNotTakenByRoot,
  claimDirectory,
  DatabaseDirectoryInUseError,
  type DirectoryClaim,
} from './directory-claim.ts';
import { type Exit, endLeftoverServer, launchPostmaster, readPidFile } from './postmaster.ts';
import { chooseServerIdentity } from './server-identity.ts';
import { archivePrograms, archiveSettings, openArchive } from './wal-archive.ts';

export type EmbeddedPostgres = {
  host: string;
  port: number;
  superuserUrl: string;
  pid: number;
  /** Fast shutdown: ends open sessions, writes a checkpoint and waits for the exit. */
  stop(): Promise<void>;
  /** Resolves when the server has exited for any reason; the directory can then be started again. */
  exited: Promise<Exit>;
};

type StartOptions = {
  /** Contains the data, the superuser's password and the server's log; created if missing. */
  directory: string;
  /** Server settings as in postgresql.conf. */
  settings?: Record<string, string>;
  /** Parent folder of the WAL archives; the server archives into its own one. */
  archives?: string;
  /** Further paths that the server's identity has to reach. */
  reaches?: string[];
  /** How long to wait for a process that uses the directory; by default not at all. */
  waitForHolderMs?: number;
};

/** After this the server is stopped immediately and recovers at the next start. */
const shutdownMs = 30_000;

/**
 * Starts a real PostgreSQL from the platform's npm package, reachable on this machine only. It ends with this process,
 * however that ends; where the system does not support that (macOS), the next start ends it.
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  mkdirSync(options.directory, { recursive: true });
  const directory = realpathSync(options.directory);
  const claim = await claimWithin(directory, options.waitForHolderMs ?? 0);
  try {
    assertNotTakenByRoot(directory);
    const binaries = findPostgresBinaries(directory);
    const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC', ...binaries.env };
    const archive = options.archives ? await openArchive(directory, options.archives) : null;
    const identity = chooseServerIdentity([
      binaries.postgres,
      directory,
      ...(archive ? [archive, ...archivePrograms] : []),
      ...(options.reaches ?? []),
    ]);
    // Before its files are changed.
    await endLeftoverServer(path.join(directory, 'pgdata'));
    const { dataDirectory, password } = await openCluster({ directory, binaries, identity, env });
    const { child, port, exited } = await launchPostmaster({
      program: binaries.postgres,
      dataDirectory,
      logFile: path.join(directory, 'postgres.log'),
      identity,
      env,
      settings: { ...(archive ? archiveSettings(archive, identity) : {}), ...options.settings },
    });
    const endWithThisProcess = () => child.kill('SIGINT');
    process.once('exit', endWithThisProcess);
    const released = exited.then((exit) => {
      process.off('exit', endWithThisProcess);
      claim.release();
      return exit;
    });
    return {
      host: '127.0.0.1',
      port,
      superuserUrl: superuserUrl(password, port),
      pid: child.pid!,
      exited: released,
      async stop() {
        child.kill('SIGINT');
        const timer = new AbortController();
        const timeout = delay(shutdownMs, undefined, { signal: timer.signal }).then(
          () => child.kill('SIGQUIT'),
          () => false,
        );
        await released;
        timer.abort();
        await timeout;
      },
    };
  } catch (error) {
    claim.release();
    throw error;
  }
}

/** Claims the directory; waits, because a portal whose starter was killed is about to release it. */
async function claimWithin(directory: string, timeoutMs: number): Promise<DirectoryClaim> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return claimDirectory(directory);
    } catch (error) {
      if (!(error instanceof DatabaseDirectoryInUseError) || Date.now() >= deadline) throw error;
      await delay(100);
    }
  }
}

/** The superuser's URL of a server that another process runs on this directory. */
export function runningServerUrl(directory: string): string {
  const running = readPidFile(path.join(directory, 'pgdata'));
  if (running?.status !== 'ready') throw new Error(`No database runs in ${directory}.`);
  return superuserUrl(readPassword(path.join(directory, 'password')), running.port);
}

function superuserUrl(password: string, port: number): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}
