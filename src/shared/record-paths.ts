import { deskPrefixes } from './paths.ts';
import { mayUse, type Permission } from './permissions.ts';
import type { Role } from './roles.ts';

/** Records that have a page of their own with a timeline, by the word for them in its address, and what reading it takes. */
const readBy = {
  application: 'applications:read',
  certificate: 'certificates:read',
  draft: 'demand_drafts:read',
  sheet: 'stock:read',
  run: 'print_runs:read',
  person: 'audit:read',
} as const satisfies Record<string, Permission>;

export type RecordKind = keyof typeof readBy;
export const recordKinds = Object.keys(readBy) as RecordKind[];

/** Where a role reads a record; null where it may not. `$id` for the route of the page. */
export function recordPath(role: Role, kind: RecordKind, id: string): string | null {
  if (!mayUse(role, readBy[kind])) return null;
  return `/${deskPrefixes[role]}/records/${kind}/${id === '$id' ? id : encodeURIComponent(id)}`;
}
