import type { Role } from '#shared/roles.ts';
import type { MasterName } from './declared/named-masters.ts';

/** The list of a master at a role's desk; its form is below it. */
export function masterPath(name: MasterName, role: Role): string {
  if (role === 'printer') return `/printer/${name}`;
  return `/${role === 'auditor' ? 'auditor' : 'admin'}/settings/${name}`;
}

export function entryPath(name: MasterName, role: Role, id?: string): string {
  return `${masterPath(name, role)}/add${id ? `?edit=${encodeURIComponent(id)}` : ''}`;
}
