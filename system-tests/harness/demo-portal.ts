import path from 'node:path';
import { type PortalProcess, type ProcessOptions, startPortalProcess } from '#dev/testing/portal-process.ts';
import { runningServerUrl } from '#platform/server/embedded-postgres/embedded-postgres.ts';

/** A demo with the sample data and a database of its own. */
export type DemoPortal = PortalProcess & {
  /** What it was started with, for the commands of an operator. */
  settings: Record<string, string | undefined>;
  /** Of the database's superuser. */
  ownerUrl(): string;
  /** The cookie of a new session of this sample person. */
  signIn(role: string, name: string): Promise<string>;
};

type DemoOptions = Omit<ProcessOptions, 'program' | 'env'> & { env?: Record<string, string | undefined> };

export async function startDemoPortal({ env = {}, ...options }: DemoOptions = {}): Promise<DemoPortal> {
  const settings = { LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal', ...env };
  const portal = await startPortalProcess({ ...options, env: settings });
  return {
    ...portal,
    settings,
    ownerUrl: () => env.DATABASE_OWNER_URL ?? runningServerUrl(path.join(portal.directory, 'postgres')),
    signIn: (role, name) => signIn(portal.url, role, name),
  };
}

/** Gives the cookie of a new session; the code is read in the demo's outbox. */
export async function signIn(url: string, role: string, name: string): Promise<string> {
  const email = `${name}@dikshant.example`;
  const post = (address: string, body: object) =>
    fetch(`${url}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const started = await post('/api/sign-in', { role, email, password: 'Convocation@2025' });
  const { challengeId } = (await started.json()) as { challengeId: string };
  const outbox = await fetch(`${url}/api/demo/outbox?to=${encodeURIComponent(email)}`);
  const [mail] = (await outbox.json()) as { text: string }[];
  const code = /^\s*(\d{4,8})\s*$/m.exec(mail!.text)![1]!;
  const completed = await post(`/api/sign-in/${challengeId}/complete`, { code });
  if (!completed.ok) throw new Error(`sign-in failed: ${await completed.text()}`);
  return completed.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
