import { Trans } from '@lingui/react/macro';
import { client } from '#features/client.ts';
import { DeleteDialog } from '#platform/web/components/command-dialog.tsx';
import { t } from '#shared/words.ts';
import type { Student } from '../contract.ts';

export function DeleteStudentDialog({ student, onClose }: { student: Student; onClose: () => void }) {
  return (
    <DeleteDialog
      record={student}
      call={client.students.deleteStudent}
      confirmLabel={t`Delete student`}
      onClose={onClose}
    >
      <Trans>
        The student with the registration number <strong>{student.registrationNumber}</strong> of{' '}
        {student.collegeName} will be removed from the student master. No application was received for this
        student. The audit log keeps who it was.
      </Trans>
    </DeleteDialog>
  );
}
