import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '#shared/words.ts';
import { client } from '#web/api/client.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { useOpenRecord } from '#web/components/list/use-view-action.ts';
import { useCommand } from '#web/components/use-command.ts';
import type { College } from '../contract.ts';
import { collegesKey } from './college-list.ts';

export function DeleteCollegeDialog({ college, onClose }: { college: College; onClose: () => void }) {
  const openRecord = useOpenRecord();
  const command = useCommand(client.colleges.deleteCollege, {
    invalidates: [collegesKey],
    onSuccess: () => {
      notifications.show({ message: t`${college.name} is deleted.`, color: 'green' });
      openRecord(undefined);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      tone="danger"
      title={t`Delete ${college.name}?`}
      confirmLabel={t`Delete college`}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() => command.run({ id: college.id, version: college.version }).catch(() => {})}
      onCancel={onClose}
    >
      <Text>
        <Trans>
          The college with the code <strong>{college.code}</strong> will be removed. No record belongs to it.
          The audit log keeps what it was.
        </Trans>
      </Text>
    </ConfirmDialog>
  );
}
