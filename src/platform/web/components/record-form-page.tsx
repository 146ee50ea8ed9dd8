import { Loader } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '#shared/words.ts';
import { ErrorNotice } from './error-notice.tsx';

/** The page of a form: empty, or with `?edit=<id>` in the address the form of that record, once it is there. */
export function RecordFormPage<Row>(props: {
  /** The operation that finds the record, as `api` has it. */
  get: {
    key: () => QueryKey;
    call: (input: { id: string }, options: { signal: AbortSignal }) => Promise<Row>;
  };
  children: (record: Row | null) => ReactNode;
}) {
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const record = useQuery({
    queryKey: [props.get.key()[0], 'edited', edit],
    queryFn: ({ signal }) => props.get.call({ id: edit! }, { signal }),
    enabled: edit !== undefined,
    // The form compares versions by itself; a newer one under it would hide that somebody else changed it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { isHeld: true },
  });
  if (record.error) return <ErrorNotice error={record.error} />;
  if (edit !== undefined && !record.data) return <Loader aria-label={t`Loading`} />;
  return props.children(record.data ?? null);
}
