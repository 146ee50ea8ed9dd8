import { deskPrefixes } from './paths.ts';
import { mayUse, type Permission } from './permissions.ts';
import type { RecordKind } from './record-ref.ts';
import type { Role } from './roles.ts';

/** What reading the page of a record takes. */
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
 * Where a role reads a record; null where it may not. `$id` for the route of the page. Besides its id an application is found by
 * its acknowledgement number, a certificate by its convocation number, a sheet by its serial and a run by its number.
 */
export function recordPath(role: Role, kind: RecordKind, id: string): string | null {
  if (!mayReadRecord(role, kind)) return null;
  // The desks of the print room and of the auditor have a page of runs, which has their timeline.
  const isOfRuns = kind === 'run' && role !== 'admin';
  const folder = isOfRuns ? 'print-runs' : `records/${kind}`;
  return `/${deskPrefixes[role]}/${folder}/${id === '$id' ? id : encodeURIComponent(id)}`;
}
