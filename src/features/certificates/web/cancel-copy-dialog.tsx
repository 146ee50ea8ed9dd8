import { Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { t } from '#shared/words.ts';
import type { Copy } from '../copy-contract.ts';

/** Asks a second person why a printed copy is not to leave the office. */
export function CancelCopyDialog(props: { certificateId: string; copy: Copy; onClose: () => void }) {
  const { certificateId, copy, onClose } = props;
  const [reason, setReason] = useState('');
  const command = useCommand(client.copies.cancelCopy, {
    invalidates: [
      ['certificates'],
      ['print-queue'],
      ['print-runs'],
      ['applications'],
      ['stock'],
      ['bundles'],
    ],
    onSuccess: () => {
      notifications.show({ message: t`Copy ${copy.blankSerial} is cancelled.`, color: 'green' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      tone="danger"
      title={t`Cancel copy ${copy.blankSerial}?`}
      confirmLabel={t`Cancel copy`}
      cancelLabel={t`Keep copy`}
      reason={reason.trim().length < 3 ? t`Enter why the copy is cancelled.` : null}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() => command.run({ id: certificateId, copyId: copy.id, reason }).catch(() => {})}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          {t`The copy no longer verifies. The sheet ${copy.blankSerial} is booked as spoilt and stays with you until it is returned to the store, and the certificate waits for print again. This cannot be undone.`}
        </Text>
        <Textarea
          label={t`Reason`}
          required
          data-autofocus
          autosize
          minRows={2}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
