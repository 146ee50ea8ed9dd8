import { attach } from './attach.ts';
import { type Person, signIn } from './people.ts';
import { type Portal, startPortal } from './portal.ts';

/** The people whom the demo has, signed in: one of each desk, and the second admin. */
export type Desks = Record<
  'admin' | 'otherAdmin' | 'caseWorker' | 'receiver' | 'printer' | 'auditor',
  Person
>;

export async function openDesks(portal: Portal): Promise<Desks> {
  const [admin, otherAdmin, caseWorker, receiver, printer, auditor] = await Promise.all([
    signIn(portal, 'admin'),
    signIn(portal, 'admin', { email: 'registrar@dikshant.example' }),
    signIn(portal, 'case_worker'),
    signIn(portal, 'receiver'),
    signIn(portal, 'printer'),
    signIn(portal, 'auditor'),
  ]);
  return { admin, otherAdmin, caseWorker, receiver, printer, auditor };
}

export async function startWithDesks(): Promise<{ portal: Portal; desks: Desks }> {
  const portal = await startPortal();
  return { portal, desks: await openDesks(portal) };
}

/** For tests that may kill what they share: the same portal while it lives, a new one with its desks otherwise. */
export async function revive(
  portal: Portal | undefined,
  desks: Desks,
): Promise<{ portal: Portal; desks: Desks }> {
  const answer = portal && (await fetch(`${portal.url}/healthz`).catch(() => null));
  if (portal && answer?.ok && portal.exit() === undefined) return { portal, desks };
  await portal?.remove();
  return startWithDesks();
}

/**
 * The portal of one file of tests. ACCEPTANCE_PORTAL=http://localhost:3000,/path/of/its/data borrows one that runs
 * already, which saves its start while tests are written.
 */
export async function borrowOrStart(): Promise<{ portal: Portal; desks: Desks }> {
  const [url, directory] = process.env.ACCEPTANCE_PORTAL?.split(',') ?? [];
  if (!url || !directory) return startWithDesks();
  const portal = { ...attachedTo(url, directory), remove: async () => {} };
  return { portal, desks: await openDesks(portal) };
}

function attachedTo(url: string, directory: string): Portal {
  const { port, sql, connect } = attach(url, directory);
  const foreign = () => {
    throw new Error('This portal was started by somebody else.');
  };
  return {
    url,
    port,
    directory,
    sql,
    connect,
    child: undefined as never,
    log: () => '',
    exit: () => undefined,
    memory: foreign,
    stop: foreign,
    remove: foreign,
  };
}
