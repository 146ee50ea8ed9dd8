import { Button, type ButtonProps } from '@mantine/core';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { t } from '#shared/words.ts';

type Page<Row> = { rows: Row[]; nextCursor: string | null };

/** The rows of a list, loaded page by page on request. */
export function usePagedRows<Row>(
  queryKey: readonly unknown[],
  fetchPage: (page: { cursor?: string }, options: { signal: AbortSignal }) => Promise<Page<Row>>,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchPage(pageParam === null ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  return { query, rows: query.data?.pages.flatMap((page) => page.rows) ?? [] };
}

type ShowMoreProps = ButtonProps & { query: UseInfiniteQueryResult<InfiniteData<unknown>> };

/** Fetches the next page, if there is one. */
export function ShowMore({ query, ...button }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
      {...button}
    >
      {t`Show more`}
    </Button>
  );
}
