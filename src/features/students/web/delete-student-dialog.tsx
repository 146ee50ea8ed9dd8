import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '#shared/words.ts';
import { client } from '#web/api/client.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { useOpenRecord } from '#web/components/list/use-view-action.ts';
import { useCommand } from '#web/components/use-command.ts';
import type { Student } from '../contract.ts';
import { studentsKey } from './student-list.ts';

export function DeleteStudentDialog({ student, onClose }: { student: Student; onClose: () => void }) {
  const openRecord = useOpenRecord();
  const command = useCommand(client.students.deleteStudent, {
    invalidates: [studentsKey],
    onSuccess: () => {
      notifications.show({ message: t`${student.name} is deleted.`, color: 'green' });
      openRecord(undefined);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      tone="danger"
      title={t`Delete ${student.name}?`}
      confirmLabel={t`Delete student`}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() => command.run({ id: student.id, version: student.version }).catch(() => {})}
      onCancel={onClose}
    >
      <Text>
        <Trans>
          The student with the registration number <strong>{student.registrationNumber}</strong> of{' '}
          {student.collegeName} will be removed from the student master. No application was received for this
          student. The audit log keeps who it was.
        </Trans>
      </Text>
    </ConfirmDialog>
  );
}
