import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
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
import { type Issue, readError } from './read-error.ts';
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
  /** What a person fills in, in this order. */
  fields?: Fields;
  input: (values: ValuesOf<Fields>) => Input;
  /** Why it cannot be confirmed, where that is no matter of a single field. */
  fault?: (values: ValuesOf<Fields>) => string | null;
  /** The sentence of the notice. */
  done?: (output: Output, input: Input) => string;
  /** Closes it in another way than `onClose`. */
  onDone?: (output: Output) => void;
  onClose: () => void;
};

/** Carries out one command after a question with the fields that it needs, and closes when it is done. */
export function CommandDialog<Input, Output, Fields extends DialogFields = Record<never, never>>(
  props: CommandDialogProps<Input, Output, Fields>,
) {
  const fields: DialogFields = props.fields ?? {};
  const [typed, setTyped] = useState<Typed>(() => initialValuesOf(fields));
  const [focused] = useState(() => focusedField(fields, typed));
  const values = valuesOf<Fields>(typed);
  const command = useCommand(props.call, {
    onSuccess: (output, input) => {
      if (props.done) notifications.show({ message: props.done(output, input), color: 'green' });
      if (props.onDone) props.onDone(output);
      else props.onClose();
    },
  });
  const issues = command.error == null ? [] : readError(command.error).issues;
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
            field={{ ...field, isFocused: name === focused }}
            value={typed[name] ?? null}
            error={issues.find(({ path }) => stepsOf(path).includes(name))?.message}
            onChange={(value) => setTyped((current) => ({ ...current, [name]: value }))}
          />
        ))}
      </Stack>
    </ConfirmDialog>
  );
}

/** Where the dialog opens: at the field that says so, or the first that has to be filled in; never at a button that waits for it. */
function focusedField(fields: DialogFields, typed: Typed): string | undefined {
  const names = Object.keys(fields);
  const own = names.find((name) => fields[name]?.isFocused);
  return own ?? names.find((name) => faultOf({ [name]: fields[name]! }, typed) !== null);
}

/** A field of the dialog may stand deeper in the command's input: `drawnOn` in `draft.drawnOn`. */
function stepsOf(path: Issue['path']): string[] {
  return typeof path === 'string' ? path.split('.') : path.map(String);
}
