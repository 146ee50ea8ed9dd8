import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Portal } from './open-portal.ts';

export type CrashableServer = {
  url: string;
  start(): void;
  kill(): void;
  /** Stops the process as it stands, with its transactions and sockets open, until it is resumed. */
  pause(): void;
  resume(): void;
  isAlive(): boolean;
  isReady(): Promise<void>;
};

/** A second server over a portal's database and files, in a process of its own that can be killed. */
export async function startCrashableServer(
  { services }: Portal,
  env: Record<string, string> = {},
): Promise<CrashableServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const server: CrashableServer = {
    url,
    start() {
      child = spawn(process.execPath, ['src/app/server/main.ts'], {
        stdio: 'ignore',
        env: {
          ...process.env,
          PORT: String(port),
          PUBLIC_URL: url,
          DATABASE_URL: services.databaseUrl,
          DATA_DIRECTORY: services.settings.dataDirectory,
          SECRET: 'x'.repeat(32),
          SMTP_URL: 'smtp://127.0.0.1:1',
          MAIL_FROM: 'office@university.example',
          ...env,
        },
      });
    },
    kill() {
      child?.kill('SIGKILL');
    },
    pause() {
      child?.kill('SIGSTOP');
    },
    resume() {
      child?.kill('SIGCONT');
    },
    isAlive: () => child !== null && child.exitCode === null && child.signalCode === null,
    async isReady() {
      for (;;) {
        // Not there yet.
        const response = await fetch(`${url}/healthz`).catch(() => null);
        if (response?.ok) return;
        await delay(20);
      }
    },
  };
  server.start();
  await server.isReady();
  return server;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
