import { registered } from './feature.ts';
import { type Role, roles } from './roles.ts';

/** All paths of the portal, as the features declare them; nothing else spells one. */
export const { paths } = registered;

export const deskPrefixes: Record<Role, string> = {
  admin: 'admin',
  case_worker: 'case-worker',
  receiver: 'application-receiver',
  printer: 'printer',
  auditor: 'auditor',
};

/** The paths of a desk by name, for what is declared once for all desks. */
export function pathsAt(desk: Role): Readonly<Record<string, string | ((id: string) => string)>> {
  const name = deskPrefixes[desk].replace(/-(.)/, (_, letter: string) => letter.toUpperCase());
  return paths[name as keyof typeof paths] as never;
}

/** The desk that a path belongs to; null for pages outside the desks. */
export function deskOf(pathname: string): Role | null {
  const prefix = pathname.split('/')[1];
  return roles.find((role) => deskPrefixes[role] === prefix) ?? null;
}

/** Admins may open every desk, everyone else their own. */
export function mayOpen(role: Role, pathname: string): boolean {
  const desk = deskOf(pathname);
  return desk === null || role === 'admin' || role === desk;
}
