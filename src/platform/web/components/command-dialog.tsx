import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import {
  type DialogFields,
  DialogInput,
  faultOf,
  initialValuesOf,
  type Typed,
  type ValuesOf,
  valuesOf,
} from './dialog-fields.tsx';
import { type CommandCall, useCommand } from './use-command.ts';

type CommandDialogProps<Input, Output, Fields extends DialogFields> = {
  /** The question: which act, on which record. */
  title: string;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger';
  /** What will happen, in full: what is removed, what cannot be undone. */
  children?: ReactNode;
  call: CommandCall<Input, Output>;
  invalidates: readonly QueryKey[];
  /** What a person fills in, in this order. */
  fields?: Fields;
  input: (values: ValuesOf<Fields>) => Input;
  /** Why it cannot be confirmed, where that is no matter of a single field. */
  fault?: (values: ValuesOf<Fields>) => string | null;
  /** Tells that it is done; without it `onDone` does. */
  done?: (output: Output, input: Input) => string;
  onDone?: (output: Output) => void;
  onClose: () => void;
};

/** Carries out one command after a question with the fields that it needs, and closes when it is done. */
export function CommandDialog<Input, Output, Fields extends DialogFields = Record<never, never>>(
  props: CommandDialogProps<Input, Output, Fields>,
) {
  const fields: DialogFields = props.fields ?? {};
  const [typed, setTyped] = useState<Typed>(() => initialValuesOf(fields));
  const values = valuesOf<Fields>(typed);
  const command = useCommand(props.call, {
    invalidates: props.invalidates,
    onSuccess: (output, input) => {
      if (props.done) notifications.show({ message: props.done(output, input), color: 'green' });
      props.onClose();
      props.onDone?.(output);
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={props.title}
      confirmLabel={props.confirmLabel}
      cancelLabel={props.cancelLabel}
      tone={props.tone}
      reason={faultOf(fields, typed) ?? props.fault?.(values) ?? null}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() => command.attempt(props.input(values))}
      onCancel={props.onClose}
    >
      <Stack gap="sm">
        {props.children && (
          <Text size="sm" component="div">
            {props.children}
          </Text>
        )}
        {Object.entries(fields).map(([name, field]) => (
          <DialogInput
            key={name}
            field={field}
            value={typed[name]!}
            onChange={(value) => setTyped((current) => ({ ...current, [name]: value }))}
          />
        ))}
      </Stack>
    </ConfirmDialog>
  );
}
