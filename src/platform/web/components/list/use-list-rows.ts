import { useDebouncedValue } from '@mantine/hooks';
import { type QueryKey, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { pageSize } from '#shared/fields.ts';
import type { ListRequest, ListSource, Page } from '../list.tsx';
import { type KnownLength, knownLength } from './list-length.ts';
import { pageOfRow } from './page-plan.ts';

export type ListRows<
  Row,
  Sort extends string = string,
  Filters extends Record<string, string> = Record<string, string>,
> = {
  rowAt: (index: number) => Row | undefined;
  /** Why the page of this row failed to load, or null. */
  failureAt: (index: number) => unknown;
  indexOf: (isWanted: (row: Row) => boolean) => number;
  /** Retries everything that failed. */
  retry: () => void;
  /** Starts loading the first rows of a request before the URL changes and the screen renders. */
  fetchAhead: (request: ListRequest<Sort, Filters>) => void;
  length: KnownLength;
  total: number | null;
  /** When the page of this row was fetched; 0 if it is not. */
  fetchedAt: (index: number) => number;
  isCounting: boolean;
  /** Sums of the amounts over all rows, by column; undefined until loaded. */
  sums: Readonly<Record<string, number>> | undefined;
  /** The request whose rows are shown; while `isOutdated`, the rows of a newer one are loading. */
  shownKey: string;
  isOutdated: boolean;
  /** Nothing of this list was loaded yet. */
  isFirstLoad: boolean;
  /** Why there is nothing to show at all. */
  failure: unknown;
};

/** Milliseconds without another request until the slow queries are sent. */
const restAfter = 300;

/**
 * The loaded rows of a list. Pages are cached by position, so that an unneeded page is aborted and a seen one is there
 * at once. While a new search or order is loading, the previous rows stay.
 */
export function useListRows<Row, Sort extends string, Filters extends Record<string, string>>(options: {
  source: ListSource<Row, Sort, Filters>;
  request: ListRequest<Sort, Filters>;
  /** The same list without search and filters. */
  unfiltered: ListRequest<Sort, Filters>;
  /** Positions of the pages to fetch of this request; a new request begins with [0]. */
  wantedPages: readonly number[];
}): ListRows<Row, Sort, Filters> {
  const { source, request, unfiltered, wantedPages } = options;
  const queryClient = useQueryClient();
  // During one visit rows do not move; what an earlier visit left in the cache is shown and refetched.
  const [visitedAt] = useState(() => Date.now());
  const freshness = useMemo(() => freshnessSince(visitedAt), [visitedAt]);

  const key = JSON.stringify(request);
  const pagesKey: QueryKey = useMemo(() => pagesKeyOf(source.queryKey, key), [source.queryKey, key]);
  const [shown, setShown] = useState({ key, pagesKey, request });
  const isOutdated = shown.key !== key;

  const cursorBefore = (page: number): string | undefined => {
    const before = queryClient.getQueryState<Page<Row>>([...pagesKey, page - 1]);
    const isFresh = before?.data && !before.isInvalidated && before.dataUpdatedAt >= visitedAt;
    return isFresh ? (before.data?.nextCursor ?? undefined) : undefined;
  };
  const results = useQueries({
    queries: wantedPages.map((page) => ({
      ...pageQuery(source, request, page, () => cursorBefore(page)),
      ...freshness,
      // Rows are read from the cache below, so React Query cannot track which properties are used.
      notifyOnChangeProps: ['data', 'isError'] as const,
    })),
  });
  if (isOutdated && results[0]?.data) setShown({ key, pagesKey, request });

  const fetchAhead = useCallback(
    (next: ListRequest<Sort, Filters>) => {
      void queryClient.prefetchQuery({ ...pageQuery(source, next, 0), ...freshness });
    },
    [queryClient, source, freshness],
  );
  const shownPage = useCallback(
    (page: number) => queryClient.getQueryData<Page<Row>>([...shown.pagesKey, page]),
    [queryClient, shown.pagesKey],
  );
  const loaded = queryClient
    .getQueriesData<Page<Row>>({ queryKey: shown.pagesKey })
    .flatMap(([queryKey, data]) => (data ? [{ page: queryKey.at(-1) as number, data }] : []));
  const hasRows = loaded.length > 0;
  const isWhole = loaded.some(({ page, data }) => page === 0 && data.nextCursor === null);
  // Rows first, and nothing waits for count and sums: of a million rows they take a second, so not at each letter typed.
  const isAtRest = useDebouncedValue(key, restAfter)[0] === key && !isOutdated;
  const count = useQuery({
    ...countQuery(source, shown.request),
    ...freshness,
    enabled: hasRows && !isWhole && isAtRest,
  });
  const total = useQuery({ ...countQuery(source, unfiltered), ...freshness, enabled: hasRows });
  const narrowing = { search: request.search, filters: request.filters };
  const sums = useQuery({
    queryKey: [...source.queryKey, 'sums', JSON.stringify(narrowing)],
    queryFn: ({ signal }) => source.fetchSums!(narrowing, { signal }),
    enabled: source.fetchSums !== undefined && hasRows && isAtRest,
    ...freshness,
  });
  const length = knownLength(
    loaded.map(({ page, data }) => ({ page, rowCount: data.rows.length, isLast: data.nextCursor === null })),
    count.data?.count ?? null,
  );

  const firstFailure = results.find((result) => result.isError && !result.data)?.error ?? null;
  return {
    rowAt: (index) => shownPage(pageOfRow(index))?.rows[index % pageSize],
    failureAt: (index) => {
      const result = isOutdated ? undefined : results[wantedPages.indexOf(pageOfRow(index))];
      return result?.isError && !result.data ? result.error : null;
    },
    indexOf: (isWanted) => {
      for (const { page, data } of loaded) {
        const found = data.rows.findIndex(isWanted);
        if (found >= 0) return page * pageSize + found;
      }
      return -1;
    },
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
      if (count.isError) void count.refetch();
      if (total.isError) void total.refetch();
    },
    fetchAhead,
    length,
    total: total.data?.count ?? null,
    fetchedAt: (index) =>
      queryClient.getQueryState([...shown.pagesKey, pageOfRow(index)])?.dataUpdatedAt ?? 0,
    isCounting: count.isPending || count.isFetching,
    sums: sums.data,
    shownKey: shown.key,
    isOutdated,
    isFirstLoad: !hasRows && firstFailure === null,
    failure: !hasRows || isOutdated ? firstFailure : null,
  };
}

function freshnessSince(visitedAt: number) {
  return {
    staleTime: (query: { state: { dataUpdatedAt: number } }) =>
      query.state.dataUpdatedAt < visitedAt ? 0 : Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { isHeld: true },
  } as const;
}

function pagesKeyOf(queryKey: QueryKey, requestKey: string): QueryKey {
  return [...queryKey, 'pages', requestKey];
}

function pageQuery<Row, Sort extends string, Filters extends Record<string, string>>(
  source: ListSource<Row, Sort, Filters>,
  request: ListRequest<Sort, Filters>,
  page: number,
  cursor: () => string | undefined = () => undefined,
) {
  return {
    queryKey: [...pagesKeyOf(source.queryKey, JSON.stringify(request)), page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      source.fetchPage(
        { ...request, offset: page * pageSize, limit: pageSize, cursor: cursor() },
        { signal },
      ),
  };
}

function countQuery<Row, Sort extends string, Filters extends Record<string, string>>(
  source: ListSource<Row, Sort, Filters>,
  { search, filters }: ListRequest<Sort, Filters>,
) {
  return {
    queryKey: [...source.queryKey, 'count', JSON.stringify({ search, filters })],
    queryFn: ({ signal }: { signal: AbortSignal }) => source.fetchCount({ search, filters }, { signal }),
  };
}
