import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Growth, ListRequest, ListSource } from '../list.tsx';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Rows of a list, or the record of a form: colleagues' changes never refetch it while it is open. */
      isHeld?: boolean;
      growth?: Growth;
    };
  }
}

/** Announces added rows; `count` is null if their number is unknown, possibly none. */
export type NewRows = { at: number; count: number | null };

/** A key beside the lists' own ones, not below: invalidating a list must not remove its announcements. */
export function newRowsKey(queryKey: QueryKey): QueryKey {
  return ['new-rows', ...queryKey];
}

/**
 * Announces colleagues' new rows to all open lists. Rows do not move under the cursor: the list shows a '3 new' pill,
 * and the person decides when to load them. Own commands refresh it in place instead. Without events, after a lost
 * connection, every list refetches its count and shows the difference.
 */
export function announceNewRows(
  queryClient: QueryClient,
  events: Readonly<Record<string, number>> | null,
): void {
  const at = Date.now();
  for (const { queryKey, meta } of queryClient.getQueryCache().findAll({ queryKey: ['new-rows'] })) {
    const news = events ? newsFor(meta?.growth ?? {}, events) : [null];
    if (news.length === 0) continue;
    queryClient.setQueryData<NewRows[]>(queryKey, (known) =>
      known ? [...known, ...news.map((count) => ({ at, count }))] : undefined,
    );
  }
}

function newsFor(
  { addedBy = [], recountedAfter = [] }: Growth,
  events: Readonly<Record<string, number>>,
): (number | null)[] {
  return Object.entries(events).flatMap(([event, count]) => {
    const isNamed = (names: readonly string[]) => names.includes(event);
    if (isNamed(recountedAfter)) return [null];
    // An opened case is published, but is not a row of the audit log.
    return (addedBy === 'any' ? !event.startsWith('cases.') : isNamed(addedBy)) ? [count] : [];
  });
}

/**
 * What is new compared to rows fetched at `since`: how many rows were announced, and since when they have to be
 * counted.
 */
export function newSince(announced: readonly NewRows[], since: number): { told: number; doubtedAt: number } {
  const newer = announced.filter(({ at }) => at > since);
  return {
    told: newer.reduce((sum, { count }) => sum + (count ?? 0), 0),
    doubtedAt: Math.max(0, ...newer.filter(({ count }) => count === null).map(({ at }) => at)),
  };
}

/**
 * How many rows colleagues added to the whole list since its rows were fetched, and a function to show them. Always 0
 * while the list is filtered: whether the new rows match is unknown.
 */
export function useNewRows<Sort extends string, Filters extends Record<string, string>>(options: {
  source: Pick<ListSource<never, Sort, Filters>, 'queryKey' | 'growth' | 'fetchCount'>;
  unfiltered: ListRequest<Sort, Filters>;
  isNarrowed: boolean;
  /** When the shown rows were fetched, and the length of the whole list at that time. */
  shown: { at: number; total: number | null };
}): { newCount: number; showNew: () => void } {
  const { source, unfiltered, isNarrowed, shown } = options;
  const { queryKey } = source;
  const queryClient = useQueryClient();
  const announced = useQuery<NewRows[]>({
    queryKey: newRowsKey(queryKey),
    queryFn: () => [],
    enabled: false,
    meta: { growth: source.growth },
    initialData: [],
    // A reopened list refetches its rows, so no announcement applies to it.
    gcTime: 0,
  });
  const { told, doubtedAt } = newSince(announced.data, shown.at);
  const recount = useQuery({
    queryKey: ['recount', ...queryKey, doubtedAt],
    queryFn: ({ signal }) => source.fetchCount(unfiltered, { signal }),
    enabled: doubtedAt > 0 && !isNarrowed,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const growth = doubtedAt > 0 && recount.data && shown.total !== null ? recount.data.count - shown.total : 0;
  const showNew = useCallback(() => {
    queryClient.setQueryData<NewRows[]>(newRowsKey(queryKey), []);
    void queryClient.invalidateQueries({ queryKey });
  }, [queryClient, queryKey]);
  return { newCount: isNarrowed ? 0 : Math.max(told, growth), showNew };
}
