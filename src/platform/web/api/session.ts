import { useQuery } from '@tanstack/react-query';
import { paths } from '#shared/paths.ts';
import { mayUse, type Permission } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import type { Session } from '#shared/session.ts';
import { api, client } from './client.ts';
import { hasCode } from './problem.ts';
import { queryClient } from './query-client.ts';
import { leave } from './sign-in-again.ts';

/**
 * Cached until the person signs in or out, or edits an account, which may be their own; an ended session is noticed by
 * the first call that needs it, not by a colleague's change.
 */
const sessionQuery = api.auth.getSession.queryOptions({
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  meta: { isHeld: true },
});

/** The signed-in person, fetched once for each page load. */
export async function loadSession(): Promise<Session | null> {
  const { session } = await queryClient.ensureQueryData(sessionQuery);
  return session;
}

/** The signed-in person, on public pages. `waiting` until the first response or failure. */
export function useSessionAnswer(): { session: Session | null; waiting: boolean } {
  const { data, isPending, failureCount } = useQuery(sessionQuery);
  return { session: data?.session ?? null, waiting: isPending && failureCount === 0 };
}

/** The sign-in methods; the default until the server responds. */
export function useSignOn(): { provider: boolean; passkeys: boolean } {
  return useQuery(sessionQuery).data?.signOn ?? defaultSignOn;
}

const defaultSignOn = { provider: false, passkeys: false };

/** The signed-in person, on pages that require one. */
export function useSession(): Session {
  return guarded(useSessionAnswer().session);
}

/** Whether the signed-in person has a permission. */
export function useMay(permission: Permission): boolean {
  return mayUse(useSession().role, permission);
}

/** The same outside of components, at this moment. */
export function currentSession(): Session {
  return guarded(queryClient.getQueryData(sessionQuery.queryKey)?.session);
}

function guarded(session: Session | null | undefined): Session {
  if (!session) throw new Error('This page needs a session and is outside the guarded routes.');
  return session;
}

/**
 * The role of `useSession` without a subscription, for components drawn by the hundred: it cannot change while the page
 * is loaded.
 */
export function sessionRole(): Role {
  return currentSession().role;
}

export function setSession(session: Session): void {
  queryClient.setQueryData(sessionQuery.queryKey, (known) => ({
    signOn: defaultSignOn,
    ...known,
    session,
  }));
}

/** Merges changes into the session. */
export function updateSession(changed: Partial<Session>): void {
  setSession({ ...currentSession(), ...changed });
}

/** Ends the session and reloads the portal, so that no data of this person stays in memory. */
export async function signOut(): Promise<void> {
  leave(true);
  try {
    await client.auth.signOut();
  } catch (error) {
    if (!hasCode(error, 'auth.signed_out')) {
      leave(false);
      throw error;
    }
  }
  window.location.assign(paths.login);
}
