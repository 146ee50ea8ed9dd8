import { mayOpen, paths } from '#shared/paths.ts';
import { landingPaths } from '#shared/roles.ts';
import type { Session } from '#shared/session.ts';

/** The login screen, which returns to `next`. */
export function signInPath(next: string): string {
  return next === paths.login ? paths.login : `${paths.login}?${new URLSearchParams({ next })}`;
}

/** A location in the portal, in the router's format. */
export type Destination = { to: string; search?: Record<string, string>; hash?: string };

/** Where to go after signing in: `next`, if it is a page of this portal that the role may open. */
export function destinationAfterSignIn(
  { role, opensOnChecklist }: Pick<Session, 'role' | 'opensOnChecklist'>,
  next: string | undefined,
): Destination {
  const own = { to: opensOnChecklist ? paths.admin.checklist : landingPaths[role] };
  if (!next?.startsWith('/')) return own;
  // Browsers read `//host` and `/\host` as URLs of other sites, whose origin differs.
  const origin = 'https://portal.invalid';
  const url = URL.parse(next, origin);
  if (url?.origin !== origin || url.pathname === paths.login) return own;
  if (!mayOpen(role, url.pathname)) return own;
  return { to: url.pathname, search: Object.fromEntries(url.searchParams), hash: url.hash.slice(1) };
}
