import { Stack } from '@mantine/core';
import type { ComponentProps, FormEvent } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** A question with fields: Enter in one of them confirms as the button does, unless there is a reason against it. */
export function ConfirmForm({ children, ...dialog }: Omit<ComponentProps<typeof ConfirmDialog>, 'isOpen'>) {
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (dialog.reason == null && !dialog.isPending) void dialog.onConfirm();
  }
  return (
    <ConfirmDialog {...dialog} isOpen>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">{children}</Stack>
        <button type="submit" hidden />
      </form>
    </ConfirmDialog>
  );
}
