import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export type OwnPortal = {
  url: string;
  directory: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
};

const demo = {
  program: 'src/dev/main.ts',
  settings: (_url: string): Record<string, string> => ({ DEMO_DATA: 'samples' }),
};

/** The demo is filled once: its other portals begin with a copy of this directory. */
export async function fillDemo(): Promise<() => void> {
  const { directory, stop } = await startOwnPortal();
  await stop();
  process.env.E2E_DEMO_DIRECTORY = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}

/**
 * A portal with a database of its own, at the given port or any; a journey may let both die. It is the demo, unless another
 * program is named with what it is set to.
 */
export async function startOwnPortal(givenPort = 0, { program, settings } = demo): Promise<OwnPortal> {
  const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-journey-'));
  const port = await freePort(givenPort);
  const url = `http://localhost:${port}`;
  const filled = settings === demo.settings && process.env.E2E_DEMO_DIRECTORY;
  if (filled) await cp(filled, directory, { recursive: true });
  let child: ChildProcess;

  async function start(): Promise<void> {
    child = spawn(process.execPath, [program], {
      // It ends when the channel to this process closes, for whatever reason.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, ...settings(url), PORT: String(port), DATA_DIRECTORY: directory },
    });
    for (;;) {
      const response = await fetch(`${url}/healthz`).catch(() => null);
      if (response?.ok) return;
      if (child.exitCode !== null) throw new Error('The portal ended at its start.');
      await delay(50);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  const stop = () => end('SIGTERM');

  await start();
  return {
    url,
    directory,
    start,
    stop,
    kill: () => end('SIGKILL'),
    close: async () => {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Refuses a port that is taken: another portal would answer for ours. */
async function freePort(wanted: number): Promise<number> {
  const probe = createServer().listen(wanted, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
