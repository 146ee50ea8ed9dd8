import { Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { readSerial, splitSerial } from '#features/stock/serials.ts';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { useScanner } from '#platform/web/components/use-scanner.ts';
import { t } from '#shared/words.ts';

/**
 * Asks which serial lies on top of the stack, and does not tell which one is expected: it is to be read from the sheet. A
 * scanned one is sent off at once, by its own Enter in the field and by the dialog when the focus is elsewhere.
 */
export function TopOfStackDialog(props: {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  isPending: boolean;
  error: unknown;
  onConfirm: (topSerial: string) => Promise<unknown>;
  onCancel: () => void;
}) {
  const [serial, setSerial] = useState('');
  const reason = serial.trim() === '' ? t`Enter or scan the serial on top of the stack.` : null;

  async function confirm(topSerial: string): Promise<void> {
    // The error is shown by the dialog itself.
    await props.onConfirm(readSerial(topSerial)).catch(() => {});
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (reason === null && !props.isPending) void confirm(serial);
  }

  useScanner({
    accepts: (text) => splitSerial(readSerial(text)) !== null,
    onScan: (text) => {
      setSerial(text);
      if (!props.isPending) void confirm(text);
    },
  });

  return (
    <ConfirmDialog
      isOpen
      title={props.title}
      confirmLabel={props.confirmLabel}
      reason={reason}
      isPending={props.isPending}
      error={props.error}
      onConfirm={() => confirm(serial)}
      onCancel={props.onCancel}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm">{props.children}</Text>
          <TextInput
            label={t`Serial on top of the stack`}
            description={t`Read it from the sheet, or scan it.`}
            required
            data-autofocus
            data-takes-scans
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            value={serial}
            onChange={(event) => setSerial(event.currentTarget.value)}
          />
        </Stack>
      </form>
    </ConfirmDialog>
  );
}
