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
