import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ListRequest, ListSource } from './list-declaration.ts';
import { type NewRows, newRowsKey, newSince } from './new-rows.ts';

/**
 * How many rows colleagues added to the whole list since its shown rows were fetched, and the act of showing them.
 * Always 0 while the list is narrowed: nobody knows whether the search or the filter would let them through.
 */
export function useNewRows<Sort extends string, Filters extends Record<string, string>>(options: {
  source: ListSource<unknown, Sort, Filters>;
  unfiltered: ListRequest<Sort, Filters>;
  isNarrowed: boolean;
  /** When the shown rows were fetched, and the length of the whole list as it was known then. */
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
    // A list that is opened again asks for its rows again: nothing is new to it.
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
