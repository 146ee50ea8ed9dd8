import { Trans } from '@lingui/react/macro';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { CollegeName } from '#features/colleges/web/college-name.tsx';
import { type CollegeAndDays, useCollegeAndDayFilters } from '#features/colleges/web/use-college-filter.ts';
import { DeleteDialog } from '#platform/web/components/command-dialog.tsx';
import { DeclaredFacts } from '#platform/web/components/declared-facts.tsx';
import {
  type Cells,
  type DetailField,
  listSource,
  type RowAction,
  type ToolbarAction,
  viewAction,
} from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { whyNot } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { studentsLayout } from '../columns.ts';
import type { Student } from '../contract.ts';
import { studentCan } from '../rules.ts';
import { studentRecord } from '../studies.ts';

const list = listSource<Student, 'createdAt' | 'name', CollegeAndDays>({
  layout: studentsLayout,
  page: api.students.listStudents,
  count: api.students.countStudents,
  row: api.students.getStudent,
  addedBy: ['students.added'],
  recountedAfter: ['students.imported'],
});

const cells: Cells<Student> = {
  collegeName: (row) => <CollegeName name={row.collegeName} code={row.collegeCode} />,
};

const toolbarActions: ToolbarAction[] = [
  { label: t`Bulk Upload`, icon: IconUpload, to: paths.admin.bulkUpload('students') },
  { label: t`Add Student`, icon: IconPlus, isPrimary: true, to: paths.admin.addStudent },
];

const rowActions: RowAction<Student>[] = [
  { label: t`Edit`, icon: 'edit', to: (row) => paths.admin.editStudent(row.id) },
  viewAction,
  {
    label: t`Delete`,
    icon: 'delete',
    disabledReason: (row) => whyNot(studentCan.delete(row)),
    dialog: (row, onClose) => (
      <DeleteDialog
        record={row}
        call={client.students.deleteStudent}
        confirmLabel={t`Delete student`}
        onClose={onClose}
      >
        <Trans>
          The student with the registration number <strong>{row.registrationNumber}</strong> of{' '}
          {row.collegeName} will be removed from the student master. No application was received for this
          student. The audit log keeps who it was.
        </Trans>
      </DeleteDialog>
    ),
  },
];

/** /admin/student-master. */
export function StudentsPage() {
  const filters = useCollegeAndDayFilters();
  return (
    <ListScreen
      title={t`Student master`}
      searchPlaceholder={t`Search student...`}
      emptyMessage={t`No students found`}
      emptyHelp={t`Applications are checked against the student master. Add students one by one, or upload a list.`}
      cells={cells}
      filters={filters}
      list={list}
      rowLabel={(row) => row.name}
      details={details}
      detailsExtra={(row) => <StudentAwardFacts id={row.id} />}
      rowActions={rowActions}
      toolbarActions={toolbarActions}
    />
  );
}

function details(row: Student): DetailField[] {
  return [
    { label: t`Name in another script`, value: row.nameNative },
    { label: t`Registration number`, value: row.registrationNumber, copy: row.registrationNumber },
    { label: t`Exam roll number`, value: row.examRollNumber, copy: row.examRollNumber },
    { label: t`Application`, value: row.hasApplication ? t`Received` : t`None received` },
  ];
}

/** The award record, which lists do not have, loaded with the details. */
function StudentAwardFacts({ id }: { id: string }) {
  const { data, error } = useQuery(api.students.getStudent.queryOptions({ input: { id } }));
  if (!data) return error ? <ErrorNotice error={error} /> : <Loading size="sm" />;
  const { courseDegree, academicYear, modeOfStudy } = data;
  const values = {
    ...data,
    ...{ courseId: courseDegree ?? '', academicYear: academicYear ?? '', modeOfStudy: modeOfStudy ?? '' },
  };
  return <DeclaredFacts title={t`Award record`} fields={studentRecord} values={values} />;
}
