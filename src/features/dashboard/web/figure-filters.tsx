import { Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '#features/client.ts';
import { DayFilterInput } from '#platform/web/components/day-filter-input.tsx';
import { useChangeAddress } from '#platform/web/components/page-address.ts';
import { stringifySearch } from '#platform/web/search-params.ts';
import { t } from '#shared/words.ts';
import type { FigureFilters } from '../contract.ts';
import classes from './dashboard.module.css';

type Address = { from?: string | undefined; to?: string | undefined; college?: string | undefined };

/** The filters in the address: days, and a college by its code. */
export function useFigureFilters(): { filters: FigureFilters; isReady: boolean; isReversed: boolean } {
  const { from, to, college } = useSearch({ strict: false }) as Address;
  const { data: colleges, isError } = useQuery(api.colleges.listCollegeChoices.queryOptions());
  return useMemo(() => {
    const collegeId = colleges?.find(({ code }) => code === college)?.id;
    return {
      filters: { from: dayIn(from), to: dayIn(to), collegeId },
      isReady: college === undefined || colleges !== undefined || isError,
      isReversed: isReversed(from, to),
    };
  }, [from, to, college, colleges, isError]);
}

/** The list behind a figure, for the same days and college. */
export function rowsAddress(
  list: string,
  filters: FigureFilters,
  narrowing: Record<string, string> = {},
): string {
  return list + stringifySearch({ ...narrowing, ...filters });
}

/** Filters by days and college for the figures below. */
export function FigureFilterBar() {
  const { from, to, college } = useSearch({ strict: false }) as Address;
  const { data: colleges = [] } = useQuery(api.colleges.listCollegeChoices.queryOptions());
  const changeAddress = useChangeAddress();
  const narrow = (change: Address) =>
    changeAddress((current) => ({ ...current, ...change }), { step: 'push' });
  return (
    <Group
      gap="xs"
      align="flex-end"
      className={classes.filters}
      role="group"
      aria-label={t`Figures of these days and this college`}
    >
      <DayFilterInput
        className={undefined}
        label={t`From day`}
        day={dayIn(from) ?? ''}
        onDay={(day) => narrow({ from: day || undefined })}
      />
      <DayFilterInput
        className={undefined}
        label={t`To day`}
        day={dayIn(to) ?? ''}
        onDay={(day) => narrow({ to: day || undefined })}
        fault={isReversed(from, to) ? t`Enter the same day as From day, or a later one.` : undefined}
      />
      <NativeSelect
        label={t`College`}
        maw="16rem"
        data={[
          { value: '', label: t`All` },
          ...colleges.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        value={colleges.some(({ code }) => code === college) ? college : ''}
        onChange={(event) => narrow({ college: event.currentTarget.value || undefined })}
      />
    </Group>
  );
}

/** Whether a period ends before it begins; it then has no figures. */
function isReversed(from: string | undefined, to: string | undefined): boolean {
  const [first, last] = [dayIn(from), dayIn(to)];
  return first !== undefined && last !== undefined && last < first;
}

function dayIn(text: string | undefined): string | undefined {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
}
