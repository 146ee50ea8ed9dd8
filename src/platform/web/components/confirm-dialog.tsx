import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#shared/words.ts';
import { ActionButton } from './action-button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

/** Asks before a grave act. The question names what will happen; the button repeats the verb, never 'OK'. */
export function ConfirmDialog(props: {
  isOpen: boolean;
  title: string;
  /** What will happen, in full: which record, what is removed, what cannot be taken back. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'normal';
  /** Why it cannot be confirmed yet, such as a missing remark. */
  reason?: string | null;
  isPending?: boolean;
  error?: unknown;
  onConfirm: () => unknown;
  onCancel: () => void;
}) {
  const { tone = 'normal' } = props;
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onCancel} title={props.title} centered>
      <Stack gap="md">
        <div>{props.children}</div>
        {props.error != null && <ErrorNotice error={props.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onCancel} data-autofocus={tone === 'danger' || undefined}>
            {props.cancelLabel ?? t`Cancel`}
          </Button>
          <ActionButton
            reason={props.reason ?? null}
            color={tone === 'danger' ? 'red' : undefined}
            isPending={props.isPending}
            onClick={props.onConfirm}
            data-autofocus={tone === 'normal' || undefined}
          >
            {props.confirmLabel}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
