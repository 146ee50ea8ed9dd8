import type { QueryClient } from '@tanstack/react-query';
import { type Changed, isStaleAfter } from '#platform/web/api/reads.ts';
import { announceNewRows } from '#platform/web/components/list/new-rows.ts';
import { type Changes, tagOf } from '#shared/changes.ts';
import type { Session } from '#shared/session.ts';
import { refreshPaced } from './paced-refresh.ts';

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
