import type { Query, QueryClient } from '@tanstack/react-query';
import { type Changed, isStaleAfter } from '#platform/web/api/reads.ts';
import { announceNewRows } from '#platform/web/components/list/new-rows.ts';
import { type Changes, tagOf } from '#shared/changes.ts';
import type { Session } from '#shared/session.ts';

/** Applies a colleague's changes to open screens. The person's own commands have already refreshed theirs. */
export function applyChanges(
  queryClient: QueryClient,
  changes: Changes,
  session: Pick<Session, 'staffId'>,
): void {
  const changed = new Set(Object.keys(changes.events).map(tagOf));
  // Many commands change figures, including the person's own in another window.
  refreshPaced(queryClient, 'figures', changed);
  if (changes.by === session.staffId) return;
  announceNewRows(queryClient, changes.events);
  refreshPaced(queryClient, 'colleagues', changed);
  refreshExceptLists(queryClient, changed);
}

/** After a lost connection: every open list refetches its count, and everything else is refetched. */
export function catchUp(queryClient: QueryClient): void {
  announceNewRows(queryClient, null);
  refreshPaced(queryClient, 'figures', 'everything');
  refreshPaced(queryClient, 'colleagues', 'everything');
  refreshExceptLists(queryClient, 'everything');
}

/** Refetching anything but a list cannot shift rows under the pointer. */
function refreshExceptLists(queryClient: QueryClient, changed: Changed): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey, meta }) => !meta?.isHeld && isStaleAfter(changed, queryKey, ['everybody']),
  });
}

/** Minimum interval of these refetches while colleagues keep working. */
const pause = 3_000;

type Kind = 'figures' | 'colleagues';
/** Changes since the last refetch. */
type Pace = { waiting: Changed | null };

const paces = new WeakMap<QueryClient, Map<Kind, Pace>>();

/** Refetches what these changes made stale: at once if the last refetch is long ago, else once after the pause. */
function refreshPaced(queryClient: QueryClient, kind: Kind, changed: Changed): void {
  const running = paces.get(queryClient) ?? new Map<Kind, Pace>();
  paces.set(queryClient, running);
  const earlier = running.get(kind);
  if (earlier) {
    earlier.waiting = both(earlier.waiting, changed);
    return;
  }
  const isStale = ({ queryKey, meta }: Query) => !meta?.isHeld && isStaleAfter(changed, queryKey, [kind]);
  if (!queryClient.getQueryCache().getAll().some(isStale)) return;
  const pace: Pace = { waiting: null };
  running.set(kind, pace);
  void queryClient.invalidateQueries({ predicate: isStale });
  setTimeout(() => {
    running.delete(kind);
    if (pace.waiting) refreshPaced(queryClient, kind, pace.waiting);
  }, pause);
}

function both(one: Changed | null, other: Changed): Changed {
  if (one === null || other === 'everything') return other;
  return one === 'everything' ? one : new Set([...one, ...other]);
}
