import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A whole portal in a process of its own, which may be killed, stopped in its tracks and started again. */
export type PortalProcess = {
  url: string;
  port: number;
  directory: string;
  /** Of the latest start, with a channel to it. */
  child(): ChildProcess;
  pid(): number;
  /** What it wrote since its latest start. */
  log(): string;
  isAlive(): boolean;
  /** Starts the process without waiting for it. */
  spawn(): void;
  /** Starts the process and waits until it serves; one that ends instead is an error. */
  start(): Promise<void>;
  /** Waits until it serves, however often it is killed and started meanwhile. */
  isReady(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Ends it in order. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Ends it in order, and removes the directory if it was made for it. */
  close(): Promise<void>;
};

const programs = { demo: ['src/dev/main.ts'], production: ['src/app/server/main.ts'] };

type Environment = Record<string, string | undefined>;

export type ProcessOptions = {
  /** The demo begins with its samples alone, unless `env` says otherwise. Another release may be started by other words. */
  program?: keyof typeof programs | readonly string[];
  env?: Environment | ((url: string) => Environment);
  /** Kept when the portal closes; without it a temporary one. */
  directory?: string;
  port?: number;
  host?: string;
  nodeArgs?: string[];
  /** The folder of the release that runs. */
  release?: string;
  /** What it writes is kept, and not shown as well. */
  isQuiet?: boolean;
};

/** The first start makes the database, and fills in the sample data. */
const startMs = 240_000;

export async function startPortalProcess(options: ProcessOptions = {}): Promise<PortalProcess> {
  const portal = await preparePortalProcess(options);
  await portal.start();
  return portal;
}

/** One that does not run yet. */
export async function preparePortalProcess({
  program = 'demo',
  host = 'localhost',
  ...options
}: ProcessOptions = {}): Promise<PortalProcess> {
  const directory = options.directory ?? mkdtempSync(path.join(tmpdir(), 'dikshant-process-'));
  const port = await freePort(options.port);
  const url = `http://${host}:${port}`;
  const words = typeof program === 'string' ? programs[program] : program;
  let child: ChildProcess;
  let log = '';

  const portal: PortalProcess = {
    url,
    port,
    directory,
    child: () => child,
    pid: () => child.pid!,
    log: () => log,
    isAlive: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    spawn() {
      log = '';
      child = spawn(process.execPath, [...(options.nodeArgs ?? []), ...words], {
        cwd: options.release,
        // It ends when the channel to this process closes, for whatever reason.
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: {
          ...process.env,
          NODE_ENV: 'production',
          ...(program === 'demo' && { DEMO_DATA: 'samples' }),
          ...(typeof options.env === 'function' ? options.env(url) : options.env),
          PORT: String(port),
          DATA_DIRECTORY: directory,
        },
      });
      for (const stream of [child.stdout!, child.stderr!])
        stream.on('data', (chunk) => {
          log += chunk;
          if (stream === child.stderr && !options.isQuiet) process.stderr.write(chunk);
        });
    },
    async start() {
      portal.spawn();
      const deadline = Date.now() + startMs;
      while (!(await answers(url))) {
        if (!portal.isAlive()) throw new Error(`The portal ended at its start.\n${log.slice(-4_000)}`);
        if (Date.now() > deadline) {
          await portal.kill();
          throw new Error(`The portal did not start in time.\n${log.slice(-4_000)}`);
        }
        await delay(50);
      }
    },
    async isReady() {
      while (!(await answers(url))) await delay(20);
    },
    signal: (name) => void child.kill(name),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async close() {
      await portal.stop();
      if (!options.directory) rmSync(directory, { recursive: true, force: true });
    },
  };

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!portal.isAlive()) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  return portal;
}

async function answers(url: string): Promise<boolean> {
  // Not there yet.
  const response = await fetch(`${url}/healthz`).catch(() => null);
  return response?.ok ?? false;
}

/** Refuses a port that is taken: another portal would answer for ours. */
export async function freePort(wanted = 0): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
