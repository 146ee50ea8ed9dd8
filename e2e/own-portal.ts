import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export type OwnPortal = {
  url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

/** A portal with a database of its own, for a journey in which both die. */
export async function startOwnPortal(): Promise<OwnPortal> {
  const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-journey-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  let child: ChildProcess;

  async function start(): Promise<void> {
    child = spawn(process.execPath, ['src/server/main.ts', '--demo'], {
      stdio: 'ignore',
      env: { ...process.env, PORT: String(port), DATA_DIRECTORY: directory },
    });
    for (;;) {
      const response = await fetch(`${url}/healthz`).catch(() => null);
      if (response?.ok) return;
      await delay(50);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  await start();
  return {
    url,
    start,
    kill: () => end('SIGKILL'),
    close: async () => {
      await end('SIGTERM');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
