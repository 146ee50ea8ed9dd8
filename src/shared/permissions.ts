import { masterPermissions } from './masters/master-permissions.ts';
import type { Role } from './roles.ts';

const everyone: readonly Role[] = ['admin', 'case_worker', 'receiver', 'printer', 'auditor'];

/**
 * Permissions by role. Row scope (college) and state are checked elsewhere: in the query and in the feature's rules.
 * docs/permissions.md is generated from this table and the operations that name its keys.
 */
export const permissions = {
  'account:use': everyone,
  'search:use': everyone,
  'staff:read': ['admin'],
  'staff:edit': ['admin'],
  'colleges:read': ['admin', 'auditor'],
  'colleges:edit': ['admin'],
  'students:read': ['admin', 'case_worker', 'receiver', 'auditor'],
  'students:edit': ['admin'],
  'imports:run': ['admin'],
  'proposals:read': ['admin', 'auditor'],
  'proposals:decide': ['admin'],
  'packs:import': ['admin'],
  'packs:export': ['admin'],
  'checklist:read': ['admin'],
  'checklist:test_mail': ['admin'],
  'dashboard:read': ['admin', 'auditor'],
  'applications:read': ['admin', 'case_worker', 'receiver', 'auditor'],
  'applications:receive': ['admin', 'receiver'],
  'applications:correct': ['admin', 'receiver'],
  'applications:verify': ['admin', 'case_worker'],
  'applications:reject': ['admin', 'case_worker'],
  'applications:return': ['admin', 'case_worker'],
  'applications:reopen': ['admin', 'case_worker'],
  'demand_drafts:read': ['admin', 'case_worker', 'receiver', 'auditor'],
  'demand_drafts:deposit': ['admin', 'receiver'],
  'demand_drafts:settle': ['admin'],
  'fees:read': ['admin', 'auditor'],
  'files:upload': ['admin', 'receiver'],
  'files:read': ['admin', 'case_worker', 'receiver', 'auditor'],
  'files:read_original': ['auditor'],
  'certificates:read': everyone,
  'certificates:cancel': ['admin', 'printer'],
  'certificates:hand_over': ['admin', 'receiver'],
  'certificates:revoke': ['admin'],
  'revocations:read': ['admin', 'auditor'],
  'rolls:read': ['admin', 'auditor'],
  'rolls:keep': ['admin'],
  'templates:read': ['admin', 'auditor'],
  'templates:edit': ['admin'],
  'print_runs:read': ['admin', 'printer', 'auditor'],
  'print_runs:prepare': ['admin', 'printer'],
  'print_runs:record': ['admin', 'printer'],
  'signing_batches:read': ['admin', 'printer', 'auditor'],
  'signing_batches:record': ['admin', 'printer'],
  'printers:read': ['admin', 'printer', 'auditor'],
  'printers:edit': ['admin', 'printer'],
  'proofs:read': ['admin', 'printer', 'auditor'],
  'proofs:make': ['admin', 'printer'],
  'proofs:sign_off': ['admin', 'printer'],
  'recoveries:read': ['admin', 'auditor'],
  'recoveries:enter': ['admin'],
  'reprints:read': everyone,
  'reprints:request': ['admin', 'case_worker', 'receiver', 'printer'],
  'reprints:pay': ['admin', 'receiver'],
  'reprints:decide': ['admin'],
  'stock:read': ['admin', 'printer', 'auditor'],
  'stock:receive': ['admin'],
  'stock:approve': ['admin'],
  'stock:issue': ['admin'],
  'stock:destroy': ['admin'],
  'stock:count': ['admin'],
  'stock:record_ink_use': ['admin', 'printer'],
  'audit:read': ['admin', 'auditor'],
  ...masterPermissions,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

/** What an operation requires of its caller: a permission, a session, or nothing. */
export type Access = Permission | 'signed_in' | 'public';

export function mayUse(role: Role, permission: Permission): boolean {
  return (permissions[permission] as readonly Role[]).includes(role);
}
