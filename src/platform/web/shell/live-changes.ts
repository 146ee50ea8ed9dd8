import type { Query, QueryClient } from '@tanstack/react-query';
import { type Changed, isStaleAfter } from '#platform/web/api/reads.ts';
import { announceNewRows } from '#platform/web/components/list/new-rows.ts';
import { type Changes, tagOf } from '#shared/changes.ts';
import type { Session } from '#shared/session.ts';

/** Tells open screens what a colleague did. The person's own commands have refreshed their screens already. */
export function applyChanges(
  queryClient: QueryClient,
  changes: Changes,
  session: Pick<Session, 'staffId'>,
): void {
  const changed = new Set(Object.keys(changes.events).map(tagOf));
  // Many commands change figures, own ones in another window too.
  refreshPaced(queryClient, 'figures', changed);
  if (changes.by === session.staffId) return;
  announceNewRows(queryClient, changes.events);
  refreshPaced(queryClient, 'colleagues', changed);
  refreshBesideLists(queryClient, changed);
}

/** After a break: every open list counts again, and what is no list is asked for again. */
export function catchUp(queryClient: QueryClient): void {
  announceNewRows(queryClient, null);
  refreshPaced(queryClient, 'figures', 'everything');
  refreshPaced(queryClient, 'colleagues', 'everything');
  refreshBesideLists(queryClient, 'everything');
}

/** What is no list moves nothing under the cursor. */
function refreshBesideLists(queryClient: QueryClient, changed: Changed): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey, meta }) => !meta?.isHeld && isStaleAfter(changed, queryKey, ['everybody']),
  });
}

/** How often these follow, at most, while colleagues are at work without a pause. */
const pause = 3_000;

type Kind = 'figures' | 'colleagues';
/** What changed since the last time. */
type Pace = { waiting: Changed | null };

const paces = new WeakMap<QueryClient, Map<Kind, Pace>>();

/** Asks for what these changes make stale: at once when the last time is long ago, else once when the pause is over. */
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
