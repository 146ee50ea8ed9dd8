import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** That rows came, at this moment; `count` is null when nobody could say how many, or whether any. */
export type NewRows = { at: number; count: number | null };

/** Beside the lists' own keys, not below: invalidating a list must not touch what was announced to it. */
export function newRowsKey(queryKey: QueryKey): QueryKey {
  return ['new-rows', ...queryKey];
}

/**
 * Tells all open lists under this key that colleagues added rows. A list does not move under the cursor: it shows a
 * '3 new' pill, and the person decides when to look. Own commands invalidate the key instead, which refreshes in
 * place. Without a count the lists ask for their own, and show what it has grown by.
 */
export function announceNewRows(queryClient: QueryClient, root: QueryKey, count: number | null): void {
  const at = Date.now();
  queryClient.setQueriesData<NewRows[]>({ queryKey: newRowsKey(root) }, (known) =>
    known ? [...known, { at, count }] : undefined,
  );
}

/** What is new to rows that were fetched at `since`: how many were told of, and since when they have to be counted. */
export function newSince(announced: readonly NewRows[], since: number): { told: number; doubtedAt: number } {
  const newer = announced.filter(({ at }) => at > since);
  return {
    told: newer.reduce((sum, { count }) => sum + (count ?? 0), 0),
    doubtedAt: Math.max(0, ...newer.filter(({ count }) => count === null).map(({ at }) => at)),
  };
}
