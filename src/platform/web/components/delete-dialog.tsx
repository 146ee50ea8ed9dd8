import type { ReactNode } from 'react';
import { t } from '#shared/words.ts';
import { CommandDialog } from './command-dialog.tsx';
import { useOpenRecord } from './list/use-open-record.ts';
import type { CommandCall } from './use-command.ts';

/** Asks before a record of a list is deleted, says so afterwards, and closes its details. */
export function DeleteDialog(props: {
  record: { id: string; version: number; name: string };
  call: CommandCall<{ id: string; version: number }, unknown>;
  confirmLabel: string;
  onClose: () => void;
  /** What will be removed, and what stays. */
  children: ReactNode;
}) {
  const { id, version, name } = props.record;
  const openRecord = useOpenRecord();
  return (
    <CommandDialog
      tone="danger"
      title={t`Delete ${name}?`}
      confirmLabel={props.confirmLabel}
      call={props.call}
      input={() => ({ id, version })}
      done={() => t`${name} is deleted.`}
      onDone={() => {
        openRecord(undefined);
        props.onClose();
      }}
      onClose={props.onClose}
    >
      {props.children}
    </CommandDialog>
  );
}
