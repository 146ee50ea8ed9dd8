import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#shared/words.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useOpenRecord } from './list/use-view-action.ts';
import { type CommandCall, useCommand } from './use-command.ts';

/** Asks before a record of a list is deleted, says so afterwards, and closes its details. */
export function DeleteDialog(props: {
  record: { id: string; version: number; name: string };
  call: CommandCall<{ id: string; version: number }, unknown>;
  invalidates: readonly QueryKey[];
  confirmLabel: string;
  onClose: () => void;
  /** What will be removed, and what stays. */
  children: ReactNode;
}) {
  const { id, version, name } = props.record;
  const openRecord = useOpenRecord();
  const command = useCommand(props.call, {
    invalidates: props.invalidates,
    onSuccess: () => {
      notifications.show({ message: t`${name} is deleted.`, color: 'green' });
      openRecord(undefined);
      props.onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      tone="danger"
      title={t`Delete ${name}?`}
      confirmLabel={props.confirmLabel}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() => command.run({ id, version }).catch(() => {})}
      onCancel={props.onClose}
    >
      <Text>{props.children}</Text>
    </ConfirmDialog>
  );
}
