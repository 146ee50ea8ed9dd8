import { Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { readSerial, splitSerial } from '#features/stock/serials.ts';
import { ConfirmForm } from '#platform/web/components/dialog.tsx';
import { type CommandCall, useCommand } from '#platform/web/components/use-command.tsx';
import { useScanner } from '#platform/web/components/use-scanner.ts';
import { t } from '#shared/words.ts';

/**
 * Asks for the serial on top of the stack without showing the expected one, so that it is read from the sheet. A
 * scanned serial is sent at once: by its Enter in the field, by the dialog if the focus is elsewhere.
 */
export function TopOfStackDialog<Input, Output>(props: {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  call: CommandCall<Input, Output>;
  input: (topSerial: string) => Input;
  onChecked: (output: Output) => void;
  onClose: () => void;
}) {
  const [serial, setSerial] = useState('');
  const command = useCommand(props.call, {
    onSuccess: (output) => {
      props.onClose();
      props.onChecked(output);
    },
  });
  const check = (topSerial: string) => command.attempt(props.input(readSerial(topSerial)));

  useScanner({
    accepts: (text) => splitSerial(readSerial(text)) !== null,
    onScan: (text) => {
      setSerial(text);
      if (!command.isPending) void check(text);
    },
  });

  return (
    <ConfirmForm
      title={props.title}
      confirmLabel={props.confirmLabel}
      reason={serial.trim() === '' ? t`Enter or scan the serial on top of the stack.` : null}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() => check(serial)}
      onCancel={props.onClose}
    >
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
    </ConfirmForm>
  );
}
