import type { Portal } from './open-portal.ts';
import { startPortalProcess } from './portal-process.ts';

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
  const server = await startPortalProcess({
    program: 'production',
    host: '127.0.0.1',
    directory: services.settings.dataDirectory,
    isQuiet: true,
    env: (url) => ({
      PUBLIC_URL: url,
      DATABASE_URL: services.databaseUrl,
      SECRET: 'x'.repeat(32),
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'office@university.example',
      ...env,
    }),
  });
  return {
    url: server.url,
    start: server.spawn,
    kill: () => server.signal('SIGKILL'),
    pause: () => server.signal('SIGSTOP'),
    resume: () => server.signal('SIGCONT'),
    isAlive: server.isAlive,
    isReady: server.isReady,
  };
}
