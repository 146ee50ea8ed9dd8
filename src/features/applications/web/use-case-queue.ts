import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { api, client } from '#features/client.ts';
import type { CaseQueueInput, QueuedApplication } from '../case-desk-contract.ts';

export type QueueRequest = Pick<CaseQueueInput, 'search' | 'collegeId' | 'show'> & {
  sort: CaseQueueInput['sort'] | undefined;
};
type QueueStart = { from?: string; after?: string };

export type CaseQueue = {
  rows: readonly QueuedApplication[];
  isLoading: boolean;
  failure: unknown;
  retry: () => void;
  /** Null until the queue is loaded. */
  hasMore: boolean | null;
  /**
   * Loads the next rows, and returns all that are loaded then; `isWhole` if none follow. They can be as many as before,
   * because a colleague's change reads the loaded rows anew instead. Rejects when loading fails.
   */
  readMore: () => Promise<{ rows: readonly QueuedApplication[]; isWhole: boolean }>;
};

/**
 * The waiting applications in the list's order, by default the longest waiting first. The queue starts around `openId`, so that an address leads to the same
 * position again; an application outside its rows, from a scan or by Back, restarts it there.
 */
export function useCaseQueue(request: QueueRequest, openId: string | undefined): CaseQueue {
  const [start, setStart] = useState(openId);
  const query = useInfiniteQuery({
    queryKey: [api.caseDesk.listCaseQueue.key()[0], request, start ?? null],
    queryFn: ({ pageParam, signal }) =>
      client.caseDesk.listCaseQueue({ ...request, ...pageParam }, { signal }),
    initialPageParam: (start === undefined ? {} : { from: start }) as QueueStart,
    getNextPageParam: ({ rows, hasMore }): QueueStart | undefined => {
      const last = rows.at(-1);
      return hasMore && last ? { after: last.id } : undefined;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = useMemo(() => rowsOf(query.data?.pages ?? []), [query.data]);
  const isElsewhere = query.isSuccess && openId !== undefined && !rows.some(({ id }) => id === openId);
  if (isElsewhere && start !== openId) setStart(openId);

  const { fetchNextPage } = query;
  const readMore = useCallback(async () => {
    const { data, hasNextPage } = await fetchNextPage({ throwOnError: true });
    return { rows: rowsOf(data?.pages ?? []), isWhole: !hasNextPage };
  }, [fetchNextPage]);
  return {
    rows,
    isLoading: query.isPending,
    failure: query.data && !query.isFetchNextPageError ? null : query.error,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    hasMore: query.data ? query.hasNextPage : null,
    readMore,
  };
}

/** A row that moved between two pages while they were read is shown once. */
function rowsOf(pages: readonly { rows: QueuedApplication[] }[]): QueuedApplication[] {
  return [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()];
}
