import type { Query, QueryClient } from '@tanstack/react-query';
import { type Changed, isStaleAfter } from '#platform/web/api/reads.ts';

/** How often these follow, at most, while colleagues are at work without a pause. */
const pause = 3_000;

type Kind = 'figures' | 'colleagues';
/** What changed since the last time. */
type Pace = { waiting: Changed | null };

const paces = new WeakMap<QueryClient, Map<Kind, Pace>>();

/** Asks for what these changes make stale: at once when the last time is long ago, else once when the pause is over. */
export function refreshPaced(queryClient: QueryClient, kind: Kind, changed: Changed): void {
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
