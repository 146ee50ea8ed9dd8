import { deskPrefixes } from './paths.ts';
import { mayUse, type Permission } from './permissions.ts';
import type { RecordKind } from './record-ref.ts';
import type { Role } from './roles.ts';

/** The permission for the page of each record kind. */
const readBy = {
  application: 'applications:read',
  certificate: 'certificates:read',
  draft: 'demand_drafts:read',
  sheet: 'stock:read',
  run: 'print_runs:read',
  person: 'audit:read',
} as const satisfies Record<RecordKind, Permission>;

export function mayReadRecord(role: Role, kind: RecordKind): boolean {
  return mayUse(role, readBy[kind]);
}

/**
 * The page of a record for a role; null if it may not read it. `$id` gives the route. Besides the id, an application is
 * found by its acknowledgement number, a certificate by its convocation number, a sheet by its serial and a run by its
 * number.
 */
export function recordPath(role: Role, kind: RecordKind, id: string): string | null {
  if (!mayReadRecord(role, kind)) return null;
  // The desks of print room and auditor have their own page of runs, with the timeline.
  const isOfRuns = kind === 'run' && role !== 'admin';
  const folder = isOfRuns ? 'print-runs' : `records/${kind}`;
  return `/${deskPrefixes[role]}/${folder}/${id === '$id' ? id : encodeURIComponent(id)}`;
}
