import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runningServerUrl } from '#platform/server/embedded-postgres/embedded-postgres.ts';

/** A whole portal in a process of its own, with its embedded database and the sample data. */
export type DemoServer = {
  url: string;
  directory: string;
  /** Of the database's superuser. */
  ownerUrl: string;
  pid: number;
  /** With a channel to it. */
  child: ChildProcess;
  isAlive(): boolean;
  /** The cookie of a new session of this sample person. */
  signIn(role: string, email: string): Promise<string>;
  close(): Promise<void>;
};

/** The first start fills in the sample data. */
const startMs = 240_000;

type DemoOptions = {
  /** Kept when the server closes; without it a temporary one. */
  directory?: string;
  port?: number;
  nodeArgs?: string[];
};

export async function startDemoServer(options: DemoOptions = {}): Promise<DemoServer> {
  const directory = options.directory ?? mkdtempSync(path.join(tmpdir(), 'dikshant-torture-'));
  const port = options.port ?? (await freePort());
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), 'src/dev/main.ts'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
      PORT: String(port),
      DEMO_DATA: 'samples',
      DATA_DIRECTORY: directory,
    },
  });
  const deadline = Date.now() + startMs;
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  // Not there yet.
  while (!(await fetch(`${url}/healthz`).catch(() => null))?.ok) {
    if (!isAlive()) throw new Error('The server ended at its start.');
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error('The server did not start in time.');
    }
    await delay(100);
  }
  return {
    url,
    directory,
    ownerUrl: runningServerUrl(path.join(directory, 'postgres')),
    pid: child.pid!,
    child,
    isAlive,
    signIn: (role, email) => signIn(url, { role, email }),
    close: async () => {
      await end(child);
      if (!options.directory) rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

async function signIn(url: string, who: { role: string; email: string }): Promise<string> {
  const post = (address: string, body: object) =>
    fetch(`${url}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const started = await post('/api/sign-in', { ...who, password: 'Convocation@2025' });
  const { challengeId } = (await started.json()) as { challengeId: string };
  const outbox = await fetch(`${url}/api/demo/outbox?to=${encodeURIComponent(who.email)}`);
  const [mail] = (await outbox.json()) as { text: string }[];
  const code = /^\s*(\d{4,8})\s*$/m.exec(mail!.text)![1]!;
  const completed = await post(`/api/sign-in/${challengeId}/complete`, { code });
  if (!completed.ok) throw new Error(`sign-in failed: ${await completed.text()}`);
  return completed.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
