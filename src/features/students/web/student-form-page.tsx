import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { client } from '#features/client.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { t } from '#shared/words.ts';
import { StudentForm } from './student-form.tsx';
import { studentsKey } from './student-list.ts';

/** /admin/add-student; `?edit=<id>` opens the same form filled in. */
export function StudentFormPage() {
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const colleges = useQuery({
    queryKey: [...studentsKey, 'college-choices'],
    queryFn: ({ signal }) => client.colleges.listCollegeChoices(undefined, { signal }),
  });
  const student = useQuery({
    queryKey: [...studentsKey, 'one', edit],
    queryFn: ({ signal }) => client.students.getStudent({ id: edit! }, { signal }),
    enabled: edit !== undefined,
    // The form compares versions by itself; a newer one under it would hide that somebody else changed it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const error = colleges.error ?? student.error;
  if (error) return <ErrorNotice error={error} />;
  if (!colleges.data || (edit !== undefined && !student.data)) return <Loader aria-label={t`Loading`} />;
  return <StudentForm key={edit ?? 'new'} colleges={colleges.data} student={student.data ?? null} />;
}
