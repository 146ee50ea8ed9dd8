import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { CollegeName } from '#features/colleges/web/college-name.tsx';
import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import type {
  Column,
  DetailField,
  RowAction,
  ToolbarAction,
} from '#platform/web/components/list/list-declaration.ts';
import { useViewAction } from '#platform/web/components/list/use-view-action.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { errorSentence } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { studentsLayout } from '../columns.ts';
import type { Student } from '../contract.ts';
import { studentCan } from '../rules.ts';
import { DeleteStudentDialog } from './delete-student-dialog.tsx';
import { type StudentSort, studentList } from './student-list.ts';

const columns: Column<Student, StudentSort>[] = columnsOf(studentsLayout, {
  name: { width: 240, sortKey: 'name', card: 'title' },
  collegeName: {
    width: 370,
    card: 'line',
    render: (row) => <CollegeName name={row.collegeName} code={row.collegeCode} />,
  },
  address: { width: 300, card: 'line' },
});

const toolbarActions: ToolbarAction[] = [
  { label: t`Bulk Upload`, icon: IconUpload, to: paths.admin.bulkUpload('students') },
  { label: t`Add Student`, icon: IconPlus, isPrimary: true, to: paths.admin.addStudent },
];

/** /admin/student-master. */
export function StudentsPage() {
  const navigate = useNavigate();
  const view = useViewAction<Student>();
  const [deleting, setDeleting] = useState<Student | null>(null);
  const rowActions = useMemo<RowAction<Student>[]>(
    () => [
      {
        label: t`Edit`,
        icon: 'edit',
        onClick: (row) => void navigate({ href: paths.admin.editStudent(row.id) }),
      },
      view,
      { label: t`Delete`, icon: 'delete', onClick: setDeleting, disabledReason: whyKept },
    ],
    [navigate, view],
  );
  return (
    <>
      <ListScreen
        title={t`Student master`}
        searchPlaceholder={t`Search student...`}
        emptyMessage={t`No students found`}
        columns={columns}
        list={studentList}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        details={details}
        rowActions={rowActions}
        toolbarActions={toolbarActions}
      />
      {deleting && <DeleteStudentDialog student={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

function details(row: Student): DetailField[] {
  return [
    { label: t`Student Name`, value: row.name },
    { label: t`Name in Kannada or Devanagari`, value: row.nameNative },
    { label: t`College`, value: `${row.collegeName} (${row.collegeCode})` },
    { label: t`Address`, value: row.address },
    { label: t`Registration number`, value: row.registrationNumber, copy: row.registrationNumber },
    { label: t`Exam roll number`, value: row.examRollNumber, copy: row.examRollNumber },
    { label: t`Application`, value: row.hasApplication ? 'received' : 'none received' },
  ];
}

function whyKept(row: Student): string | null {
  const ruling = studentCan.delete(row);
  return ruling === true ? null : errorSentence(ruling, undefined);
}
