import { Loader } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#shared/words.ts';
import { ErrorNotice } from './error-notice.tsx';

/** What a query brought; before that, that it is on its way, or why it did not come. */
export function Loaded<Answer>(props: {
  query: UseQueryResult<Answer>;
  children: (answer: Answer) => ReactNode;
}) {
  const { query } = props;
  if (query.error) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Loader aria-label={t`Loading`} />;
  return props.children(query.data);
}
