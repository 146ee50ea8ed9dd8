import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '#features/client.ts';
import type { DayRange } from '#shared/fields.ts';
import { t } from '#shared/words.ts';

/** The college filter of a list; the college in the address stays selected while the colleges load. */
export function useCollegeFilter() {
  const { collegeId: named } = useSearch({ strict: false }) as { collegeId?: string };
  const { data: colleges } = useQuery(api.colleges.listCollegeChoices.queryOptions());
  return useMemo(() => {
    const known = colleges?.map(({ id, name }) => ({ value: id, label: name }));
    const options = known ?? (named === undefined ? [] : [{ value: named, label: t`Loading` }]);
    return { label: t`College`, options: [{ value: 'all', label: t`All` }, ...options] };
  }, [colleges, named]);
}

export type CollegeAndDays = { collegeId: string } & Record<keyof DayRange, string>;

/** The filters for college and days, which the dashboard's figures link to. */
export function useCollegeAndDayFilters() {
  const collegeId = useCollegeFilter();
  return useMemo(
    () => ({
      collegeId,
      from: { label: t`From day`, kind: 'day' as const },
      to: { label: t`To day`, kind: 'day' as const },
    }),
    [collegeId],
  );
}
