import { Stack, Text, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { t } from '#shared/words.ts';
import type { ReprintRequest } from '../contract.ts';
import { staleAfterReprint } from './reprint-lists.ts';

/** Asks why no new copy is printed: who asked for it reads the answer. */
export function RejectReprintDialog({ request, onClose }: { request: ReprintRequest; onClose: () => void }) {
  const [remark, setRemark] = useState('');
  const number = request.convocationNumber;
  const command = useCommand(client.reprints.rejectReprint, {
    invalidates: staleAfterReprint,
    onSuccess: () => {
      notifications.show({ message: t`The reprint of ${number} is rejected.`, color: 'green' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={t`Reject the reprint of ${number}?`}
      confirmLabel={t`Reject`}
      tone="danger"
      reason={remark.trim().length < 3 ? t`Say why it is rejected.` : null}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() =>
        command.run({ id: request.id, version: request.version, remark: remark.trim() }).catch(() => {})
      }
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Text>
          {request.status === 'approved'
            ? t`The certificate of ${request.studentName} leaves the print queue; the copy ${request.blankSerial} stays valid.`
            : t`No new copy is printed for ${request.studentName}; the copy ${request.blankSerial} stays valid.`}
        </Text>
        <Textarea
          label={t`Why it is rejected`}
          description={t`${request.requestedBy} asked for it and reads this.`}
          required
          autosize
          minRows={2}
          maxLength={500}
          value={remark}
          onChange={(event) => setRemark(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
