import { hashKey, type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/**
 * Tells the list of this query key that colleagues added or changed rows. The list does not move under the
 * cursor: it shows a '3 new' pill, and the person decides when to look. A live stream calls this; own commands
 * invalidate the query key instead, which refreshes in place.
 */
export function announceNewRows(queryClient: QueryClient, queryKey: QueryKey, count: number): void {
  queryClient.setQueryData<number>(newRowsKey(queryKey), (known) => (known ?? 0) + count);
}

/** How many rows were announced, and the act of showing them. */
export function useNewRows(queryKey: QueryKey): { newCount: number; showNew: () => void } {
  const queryClient = useQueryClient();
  const announced = useQuery<number>({
    queryKey: newRowsKey(queryKey),
    queryFn: () => 0,
    enabled: false,
    initialData: 0,
  });
  const showNew = useCallback(() => {
    queryClient.setQueryData<number>(newRowsKey(queryKey), 0);
    void queryClient.invalidateQueries({ queryKey });
  }, [queryClient, queryKey]);
  return { newCount: announced.data, showNew };
}

/** Beside the list's own keys, not below: invalidating the list must not touch the announcement. */
function newRowsKey(queryKey: QueryKey): QueryKey {
  return ['new-rows', hashKey(queryKey)];
}
