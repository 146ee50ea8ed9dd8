import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { RecordFormPage } from '#platform/web/components/record-form.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { t } from '#shared/words.ts';
import { StudentForm } from './student-form.tsx';

/** /admin/add-student; `?edit=<id>` opens the same form filled in. */
export function StudentFormPage() {
  const { data: colleges, error } = useQuery(api.colleges.listCollegeChoices.queryOptions());
  return (
    <RecordFormPage get={api.students.getStudent}>
      {(student) => {
        if (!colleges) return error ? <ErrorNotice error={error} /> : <Loader aria-label={t`Loading`} />;
        return <StudentForm key={student?.id ?? 'new'} colleges={colleges} student={student} />;
      }}
    </RecordFormPage>
  );
}
