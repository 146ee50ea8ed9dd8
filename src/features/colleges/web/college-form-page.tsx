import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { client } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { t } from '#shared/words.ts';
import { CollegeForm } from './college-form.tsx';
import { collegesKey } from './college-list.ts';

/** /admin/add-college; `?edit=<id>` opens the same form filled in. */
export function CollegeFormPage() {
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const college = useQuery({
    queryKey: [...collegesKey, 'one', edit],
    queryFn: ({ signal }) => client.colleges.getCollege({ id: edit! }, { signal }),
    enabled: edit !== undefined,
    // The form compares versions by itself; a newer one under it would hide that somebody else changed it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (college.error) return <ErrorNotice error={college.error} />;
  if (edit !== undefined && !college.data) return <Loader aria-label={t`Loading`} />;
  return <CollegeForm key={edit ?? 'new'} college={college.data ?? null} />;
}
