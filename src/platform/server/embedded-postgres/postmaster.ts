import { type ChildProcess, spawnSync } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseDirectoryInUseError } from './directory-claim.ts';
import { findProcessesIn, findRunningProcess } from './process-table.ts';
import { type ServerIdentity, spawnAs } from './server-identity.ts';

/** Time limits for an orphaned server: to stop by itself, then after an immediate shutdown. */
const shutdownMs = 8_000;
const timeoutMs = 15_000;
/**
 * How long to wait for the lock of a process that is not visible: it may just be ending, and cannot be ended from here.
 */
const unlistedTimeoutMs = 2_000;

export type Exit = { code: number | null; signal: string | null };
export type Postmaster = { child: ChildProcess; port: number; exited: Promise<Exit> };

type LaunchOptions = {
  program: string;
  dataDirectory: string;
  logFile: string;
  identity: ServerIdentity;
  env: Record<string, string>;
  settings: Record<string, string>;
};

/**
 * Ends a server whose owner was killed; where the system does not end it with its parent, it would hold the directory
 * forever. The caller has claimed the directory, so nobody else owns that server. A server that does not stop when
 * asked (it may be recovering) is shut down immediately, which costs the next start a recovery. Never by SIGKILL:
 * PostgreSQL could then not stop its children.
 */
export async function endLeftoverServer(dataDirectory: string): Promise<void> {
  const began = Date.now();
  let sent: NodeJS.Signals | undefined;
  for (;;) {
    const leftovers = findLeftovers(dataDirectory);
    if (leftovers.length === 0 && !isLocked(dataDirectory)) {
      // PostgreSQL itself would mistake a zombie, or another program with that pid, for a running server.
      rmSync(path.join(dataDirectory, 'postmaster.pid'), { force: true });
      return;
    }
    const elapsed = Date.now() - began;
    const limit = leftovers.length === 0 ? unlistedTimeoutMs : timeoutMs;
    if (elapsed > limit) throw new DatabaseDirectoryInUseError(dataDirectory, leftovers[0]);
    const wanted = elapsed > shutdownMs ? 'SIGQUIT' : 'SIGINT';
    if (sent !== wanted) {
      for (const pid of leftovers) {
        signal(pid, wanted);
        // A stopped process would not handle the first signal.
        signal(pid, 'SIGCONT');
      }
    }
    sent = wanted;
    await delay(50);
  }
}

const lockingProgram = 'flock';

/**
 * Whether a possibly invisible server holds the directory: in another container on the same volume its processes have
 * other pids, so pid files cannot tell. False where nothing locks (macOS).
 */
function isLocked(dataDirectory: string): boolean {
  if (!existsSync(dataDirectory)) return false;
  return (
    spawnSync(lockingProgram, ['--nonblock', '--conflict-exit-code', '75', dataDirectory, 'true']).status ===
    75
  );
}

/** A prefix that runs the command following it under a lock, held until the last of its processes ends. */
function lockFor(dataDirectory: string): string[] {
  const isThere = spawnSync(lockingProgram, ['--version']).status === 0;
  return isThere ? [lockingProgram, '--no-fork', '--nonblock', dataDirectory] : [];
}

/**
 * The server of the pid file, if it runs on this directory: the pid may have been reused, even by another PostgreSQL.
 * Otherwise its orphaned children: they hold the shared memory until they notice.
 */
function findLeftovers(dataDirectory: string): number[] {
  const pid = readPidFile(dataDirectory)?.pid;
  const isServer = pid && findRunningProcess(pid)?.commandLine.includes(` -D ${dataDirectory} `);
  return isServer ? [pid] : findProcessesIn(dataDirectory);
}

/** Starts the server and returns when it accepts connections. Crash recovery may take a while. */
export async function launchPostmaster(options: LaunchOptions): Promise<Postmaster> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const log = openSync(options.logFile, 'a', 0o600);
    const logStart = fstatSync(log).size;
    const port = await findFreePort();
    const postmaster = spawnPostmaster(options, port, log);
    closeSync(log);
    const failure = await waitUntilReady(postmaster, options.dataDirectory);
    if (failure === undefined) return postmaster;
    const output = readFileSync(options.logFile).subarray(logStart).toString();
    if (!isPassing(output) || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start (${failure}). Its last words:\n${output.slice(-2000)}`);
    }
    await delay(100);
  }
}

function spawnPostmaster(
  { program, dataDirectory, identity, env, settings }: LaunchOptions,
  port: number,
  log: number,
): Postmaster {
  const effective = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const child = spawnAs(
    identity,
    [
      ...lockFor(dataDirectory),
      program,
      '-D',
      dataDirectory,
      '-p',
      String(port),
      ...Object.entries(effective).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // A session of its own: Ctrl-C goes to this process only, which finishes its work before stopping the server.
    { env, stdio: ['ignore', log, log], detached: true },
  );
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signalName) => resolve({ code, signal: signalName }));
    child.once('error', () => resolve({ code: null, signal: null }));
  });
  return { child, port, exited };
}

/** Returns why the server exited, if it did. */
async function waitUntilReady(
  { child, exited }: Postmaster,
  dataDirectory: string,
): Promise<string | undefined> {
  let exit: Exit | undefined;
  exited.then((value) => {
    exit = value;
  });
  for (;;) {
    if (exit) return exit.signal ? `ended by ${exit.signal}` : `exit code ${exit.code}`;
    const pidFile = readPidFile(dataDirectory);
    if (pidFile?.pid === child.pid && pidFile?.status === 'ready') return undefined;
    await Promise.race([exited, delay(10)]);
  }
}

/**
 * Whether the failure is temporary: children of a killed server still hold its memory for a moment, or another program
 * took the port between our check and the start. Known from the server's log only (in English: LC_ALL=C).
 */
function isPassing(output: string): boolean {
  return /pre-existing shared memory block|lock file ".*" already exists|could not create any TCP\/IP sockets/.test(
    output,
  );
}

/** The format of postmaster.pid is documented in PostgreSQL's src/include/utils/pidfile.h. */
export function readPidFile(
  dataDirectory: string,
): { pid: number; port: number; status: string } | undefined {
  try {
    const lines = readFileSync(path.join(dataDirectory, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    return Number.isNaN(pid) ? undefined : { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '' };
  } catch {
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended meanwhile, or it is not ours; the caller retries until its time limit.
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
