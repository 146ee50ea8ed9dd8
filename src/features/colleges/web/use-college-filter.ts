import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '#features/client.ts';
import type { DayRange } from '#shared/fields.ts';
import { t } from '#shared/words.ts';

/** Of which college a list is; the one that the address names stays while the colleges are on their way. */
export function useCollegeFilter() {
  const { collegeId: named } = useSearch({ strict: false }) as { collegeId?: string };
  const { data: colleges } = useQuery(api.colleges.listCollegeChoices.queryOptions());
  return useMemo(() => {
    const known = colleges?.map(({ id, name }) => ({ value: id, label: name }));
    const options = known ?? (named === undefined ? [] : [{ value: named, label: t`Loading` }]);
    return { label: t`College`, options: [{ value: 'all', label: t`All` }, ...options] };
  }, [colleges, named]);
}

export type PlaceFilters = { collegeId: string } & Record<keyof DayRange, string>;

/** College and days, as the dashboard narrows its figures and leads to their rows. */
export function usePlaceFilters() {
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
