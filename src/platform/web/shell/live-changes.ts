import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { announceNewRows } from '#platform/web/components/list/new-rows.ts';
import type { Changes } from '#shared/changes.ts';
import type { Session } from '#shared/session.ts';
import { refreshPaced } from './paced-refresh.ts';

/** Under which keys an event adds a row to lists; the shell knows features by their keys only. */
const listsByEvent: Readonly<Record<string, readonly QueryKey[]>> = {
  'colleges.added': [['colleges']],
  'colleges.imported': [['colleges']],
  'staff.added': [['staff']],
  'students.added': [['students']],
  'students.imported': [['students']],
  'applications.received': [['applications', 'any']],
  'applications.verified': [['applications', 'verified']],
  'applications.rejected': [['applications', 'rejected']],
  'certificates.created': [
    ['print-queue'],
    ['applications', 'waiting_for_print'],
    ['certificates', 'all'],
    ['certificates', 'pending-print'],
  ],
  'certificates.released': [['print-queue'], ['certificates', 'pending-print']],
  'certificates.copy_cancelled': [['print-queue'], ['certificates', 'pending-print']],
  'certificates.printed': [
    ['certificates', 'printed'],
    ['certificates', 'completed-printing'],
    ['applications', 'completed'],
  ],
  'certificates.queued_for_reprint': [
    ['print-queue'],
    ['applications', 'waiting_for_print'],
    ['certificates', 'pending-print'],
  ],
  'reprints.requested': [
    ['reprints', 'open'],
    ['reprints', 'print_room'],
  ],
  'reprints.approved': [
    ['reprints', 'approved'],
    ['reprints', 'print_room'],
  ],
  'demand_drafts.received': [['demand-drafts', 'list']],
  'deposit_slips.prepared': [['deposit-slips']],
  'bundles.handed_over': [['bundles', 'list']],
  'print_runs.prepared': [['print-runs']],
  'printers.added': [['printers', 'list']],
  'proofs.made': [['proofs', 'list']],
  'stock.received': [['stock', 'certificates']],
  'stock.ink_received': [['stock', 'ink']],
  'stock.ink_used': [['stock', 'ink-uses']],
  'stock.count_started': [['stock', 'counts', 'list']],
  'bank_statements.uploaded': [['bank-statements', 'list']],
};

/**
 * One event of an import stands for as many rows as the file had, a person who was added stands in the lists of
 * one role, and a reprint that is approved may have been in the print room's list before: these lists count for themselves.
 */
function countOf(event: string, count: number): number | null {
  const isUncertain = event.endsWith('.imported') || event.startsWith('reprints.') || event === 'staff.added';
  return isUncertain ? null : count;
}

/** Every event is a row of the audit log. */
const auditLog: QueryKey = ['audit-events'];

/** What shows where the numbered sheets are, which print runs move as well as the store does. */
const sheetsAtHand: readonly QueryKey[] = [
  ['print-queue', 'batches'],
  ['stock', 'papers'],
  ['stock', 'custody'],
  ['stock', 'ranges'],
  ['stock', 'blank'],
  ['stock', 'destructions'],
];

/** What an event of a feature makes stale besides lists. Nothing in it moves under the cursor. */
const refreshedBy: Readonly<Record<string, readonly QueryKey[]>> = {
  certificates: [
    ...sheetsAtHand,
    ['print-runs', 'one'],
    ['print-runs', 'open'],
    ['certificates', 'one'],
    ['certificates', 'copies'],
    ['bundles', 'one'],
    ['bundles', 'new'],
  ],
  print_runs: [...sheetsAtHand, ['print-runs', 'one'], ['print-runs', 'open']],
  printers: [['printers', 'choices']],
  proofs: [
    ['proofs', 'layouts'],
    ['print-runs', 'one'],
  ],
  reprints: [['reprints', 'of']],
  stock: [...sheetsAtHand, ['stock', 'inks'], ['stock', 'counts', 'one']],
  demand_drafts: [
    ['demand-drafts', 'one'],
    ['demand-drafts', 'without-slip'],
    ['applications', 'draft'],
    ['bank-statements', 'one'],
  ],
  deposit_slips: [['deposit-slips', 'one']],
  bank_statements: [['bank-statements', 'one']],
  applications: [['cases', 'open']],
  cases: [['cases', 'open']],
};

/** The queue and the open case of the verify screen: a busy counter must not have them asked for with every row. */
const cases: QueryKey = ['cases'];

/** Who has an application open is told to screens and stands in no log. */
function isPresence(event: string): boolean {
  return event.startsWith('cases.');
}

/** Figures that many commands change, own ones in another window too; they follow at a pace of their own. */
const figures: QueryKey = ['dashboard'];
const featuresInFigures = ['applications', 'demand_drafts', 'students', 'staff', 'imports'];

/** Tells open screens what a colleague did. The person's own commands have refreshed their screens already. */
export function applyChanges(
  queryClient: QueryClient,
  changes: Changes,
  session: Pick<Session, 'staffId'>,
): void {
  const features = new Set(Object.keys(changes.events).map((event) => event.slice(0, event.indexOf('.'))));
  if (featuresInFigures.some((feature) => features.has(feature))) refreshPaced(queryClient, figures);
  if (changes.by === session.staffId) return;
  let all = 0;
  for (const [event, count] of Object.entries(changes.events)) {
    if (!isPresence(event)) all += count;
    for (const root of listsByEvent[event] ?? []) {
      announceNewRows(queryClient, root, countOf(event, count));
    }
  }
  if (all > 0) announceNewRows(queryClient, auditLog, all);
  if (features.has('applications')) refreshPaced(queryClient, cases);
  const stale = [...features].flatMap((feature) => refreshedBy[feature] ?? []);
  if (all > 0) stale.push([...auditLog, 'overview']);
  for (const queryKey of stale) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

/** After a break: every open list counts again, and what is no list is asked for again. */
export function catchUp(queryClient: QueryClient): void {
  announceNewRows(queryClient, [], null);
  for (const queryKey of [...Object.values(refreshedBy).flat(), [...auditLog, 'overview'], cases, figures]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}
