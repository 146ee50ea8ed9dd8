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
