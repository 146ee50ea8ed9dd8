import { type NameOf, registered } from './feature.ts';
import type { Role } from './roles.ts';

/**
 * Permissions by role. Row scope (college) and state are checked elsewhere: in the query and in the feature's rules.
 * docs/permissions.md is generated from this table and the operations that name its keys.
 */
export const { permissions } = registered;

export type Permission = NameOf<'permissions'>;

/** What an operation requires of its caller: a permission, a session, or nothing. */
export type Access = Permission | 'signed_in' | 'public';

export function mayUse(role: Role, permission: Permission): boolean {
  return permissions[permission].includes(role);
}
