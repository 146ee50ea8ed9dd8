import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export type OwnPortal = {
  url: string;
  directory: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

const demo = {
  program: 'src/dev/main.ts',
  settings: (_url: string): Record<string, string> => ({ DEMO_DATA: 'samples' }),
};

/**
 * A portal with a database of its own, at the given port or any; a journey may let both die. It is the demo, unless another
 * program is named with what it is set to.
 */
export async function startOwnPortal(givenPort = 0, { program, settings } = demo): Promise<OwnPortal> {
  const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-journey-'));
  const port = await freePort(givenPort);
  const url = `http://localhost:${port}`;
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

  await start();
  return {
    url,
    directory,
    start,
    kill: () => end('SIGKILL'),
    close: async () => {
      await end('SIGTERM');
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
