import { useQuery } from '@tanstack/react-query';
import { paths } from '#shared/paths.ts';
import type { Role } from '#shared/roles.ts';
import type { Session } from '#shared/session.ts';
import { api, client } from './client.ts';
import { hasCode } from './problem.ts';
import { queryClient } from './query-client.ts';
import { leave } from './sign-in-again.ts';

/**
 * Kept until the person signs in or out, or edits an account, which may be their own; an ended session shows at the
 * first call that needs it, and never because a colleague changed something.
 */
const sessionQuery = api.auth.getSession.queryOptions({
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  meta: { isHeld: true },
});

/** Who is signed in, asked once per load of the portal. */
export async function loadSession(): Promise<Session | null> {
  const { session } = await queryClient.ensureQueryData(sessionQuery);
  return session;
}

/** Who is signed in, on public pages. `waiting` until the first answer, or until it turns out that none comes. */
export function useSessionAnswer(): { session: Session | null; waiting: boolean } {
  const { data, isPending, failureCount } = useQuery(sessionQuery);
  return { session: data?.session ?? null, waiting: isPending && failureCount === 0 };
}

/** How one signs in here; as always until the server has said otherwise. */
export function useSignOn(): { provider: boolean; passkeys: boolean } {
  return useQuery(sessionQuery).data?.signOn ?? plainSignOn;
}

const plainSignOn = { provider: false, passkeys: false };

/** Who is signed in, on pages that nobody else sees. */
export function useSession(): Session {
  return guarded(useSessionAnswer().session);
}

/** The same outside of what is drawn, as it is now. */
export function currentSession(): Session {
  return guarded(queryClient.getQueryData(sessionQuery.queryKey)?.session);
}

function guarded(session: Session | null | undefined): Session {
  if (!session) throw new Error('This page needs a session and is outside the guarded routes.');
  return session;
}

/** The role of `useSession`, for what is drawn by the hundred: it stays the same for as long as the page is loaded. */
export function sessionRole(): Role {
  return currentSession().role;
}

export function setSession(session: Session): void {
  queryClient.setQueryData(sessionQuery.queryKey, (known) => ({
    signOn: plainSignOn,
    ...known,
    session,
  }));
}

/** What else changed meanwhile stays. */
export function updateSession(changed: Partial<Session>): void {
  setSession({ ...currentSession(), ...changed });
}

/** Ends the session and loads the portal afresh, so that nothing of this person stays in memory. */
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
