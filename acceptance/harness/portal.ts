import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export const root = path.resolve(import.meta.dirname, '../..');

export type Portal = {
  url: string;
  port: number;
  directory: string;
  child: ChildProcess;
  /** Everything that it has written to its output. */
  log(): string;
  /** Resident memory in bytes, of the server's process alone. */
  memory(): number;
  /** The exit code once it has ended; undefined while it lives. */
  exit(): number | string | undefined;
  /** A connection as the superuser of its embedded database; the caller ends it. */
  connect(): Promise<pg.Client>;
  /** One statement as the superuser, past everything that the application checks. */
  sql<Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** SIGTERM, and SIGKILL after 40 s; the folder stays. */
  stop(): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
};

type Options = {
  directory?: string;
  env?: Record<string, string | undefined>;
  isDemo?: boolean;
  port?: number;
  /** How long the first start may take. */
  timeout?: number;
};

/** A test run that is broken off leaves nothing running; the database goes with its parent. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export function newDirectory(): string {
  return path.join(mkdtempSync(path.join(tmpdir(), 'dikshant-acceptance-')), 'data');
}

/** A portal in a process of its own, as a person starts it; returns once it answers. */
export async function startPortal(options: Options = {}): Promise<Portal> {
  const portal = await launch(options);
  const until = Date.now() + (options.timeout ?? 120_000);
  for (;;) {
    if (portal.exit() !== undefined) {
      throw new Error(`The portal ended with ${portal.exit()}:\n${portal.log().slice(-4_000)}`);
    }
    const response = await fetch(`${portal.url}/healthz`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => null,
    );
    if (response?.ok) return portal;
    if (Date.now() > until) throw new Error(`The portal does not come up:\n${portal.log().slice(-4_000)}`);
    await delay(50);
  }
}

/** The same without waiting: for starts that have to be refused. */
export async function launch({
  directory = newDirectory(),
  env = {},
  isDemo = true,
  port,
}: Options): Promise<Portal> {
  const listenOn = port ?? (await freePort());
  const url = `http://localhost:${listenOn}`;
  let output = '';
  let exited: number | string | undefined;
  const child = spawn(process.execPath, [isDemo ? 'src/dev/main.ts' : 'src/app/server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Small lists, and a start in a few seconds; what is undefined in `env` is left out, so that the default holds.
    env: {
      ...cleanEnvironment(),
      PORT: String(listenOn),
      DATA_DIRECTORY: directory,
      DEMO_DATA: 'samples',
      ...env,
    },
  });
  running.add(child);
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  child.once('exit', (code, signal) => {
    exited = code ?? signal ?? 'unknown';
    running.delete(child);
  });

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: databasePort(directory),
      user: 'postgres',
      database: 'postgres',
      password: readFileSync(path.join(directory, 'postgres/password'), 'utf8').trim(),
      application_name: 'acceptance',
    });
    // A test that kills the server cuts this connection as well.
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  async function stop(): Promise<void> {
    if (exited !== undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const patience = setTimeout(() => child.kill('SIGKILL'), 40_000);
    await ended;
    clearTimeout(patience);
  }

  return {
    url,
    port: listenOn,
    directory,
    child,
    log: () => output,
    memory: () => memoryOf(child.pid!),
    exit: () => exited,
    connect,
    async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      const client = await connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    stop,
    async remove() {
      await stop();
      rmSync(path.dirname(directory), { recursive: true, force: true });
    },
  };
}

/** The exit code of a start that is expected to be refused, or undefined when it still runs after the wait. */
export async function waitForExit(
  portal: Portal,
  milliseconds: number,
): Promise<number | string | undefined> {
  const until = Date.now() + milliseconds;
  while (portal.exit() === undefined && Date.now() < until) await delay(50);
  return portal.exit();
}

/** Polls until the check gives something other than false, null or undefined; the last error is the one told. */
export async function eventually<T>(
  check: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  { within = 10_000, every = 100, what = 'what was waited for' } = {},
): Promise<T> {
  const until = Date.now() + within;
  let failure: unknown;
  for (;;) {
    try {
      const found = await check();
      if (found !== false && found !== null && found !== undefined) return found;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > until) throw new Error(`${what}: not within ${within} ms`, { cause: failure });
    await delay(every);
  }
}

export function databasePort(directory: string): number {
  return Number(postmasterFile(directory)[3]);
}

export function postmasterPid(directory: string): number {
  return Number(postmasterFile(directory)[0]);
}

function postmasterFile(directory: string): string[] {
  return readFileSync(path.join(directory, 'postgres/pgdata/postmaster.pid'), 'utf8').split('\n');
}

export function memoryOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** Makes the peak begin anew. */
export function resetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** The largest resident memory since the process started, or since it was reset. */
export function peakMemoryOf(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}

/** What a shell has, without the settings of the portal that the machine may have. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const settings =
    /^(DEMO|DEMO_DATA|PUBLIC_URL|SECRET|SMTP_URL|MAIL_FROM|DATABASE_.*|HOST|TRUST_PROXY|SERVICES|NODE_ENV|VITEST.*)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)));
}
