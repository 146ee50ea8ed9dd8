import { type ModalProps, Stack, Text } from '@mantine/core';
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react';
import { dayInIndia } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { ConfirmDialog } from './dialog.tsx';
import {
  type DialogFields,
  faultOf,
  initialValuesOf,
  type Typed,
  type ValuesOf,
  valuesOf,
} from './dialog-fields.ts';
import type { RowAction } from './list.tsx';
import { useOpenRecord } from './page-address.ts';
import { type Issue, readError } from './read-error.ts';
import { notifyDone } from './take-back.tsx';
import { type CommandCall, useCommand } from './use-command.tsx';

type CommandDialogProps<Input, Output, Fields extends DialogFields> = {
  /** The question: which action, on which record. */
  title: string;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger';
  size?: ModalProps['size'];
  /** The consequences in full: what is removed, what cannot be undone. */
  children?: ReactNode;
  call: CommandCall<Input, Output>;
  /** The fields to fill in, in order. */
  fields?: Fields;
  input: (values: ValuesOf<Fields>) => Input;
  /** Why it cannot be confirmed, if that concerns no single field. */
  fault?: (values: ValuesOf<Fields>) => string | null;
  /** Text of the success notification. */
  done?: (output: Output, input: Input) => string;
  /** Shown with it, to take the act back. */
  offer?: ReactNode;
  /** Called instead of `onClose` after success. */
  onDone?: (output: Output) => void;
  onClose: () => void;
};

const DialogInput = lazy(async () => ({ default: (await import('./dialog-input.tsx')).DialogInput }));

/** Executes a command after a question with its fields, and closes on success. */
export function CommandDialog<Input, Output, Fields extends DialogFields = Record<never, never>>(
  props: CommandDialogProps<Input, Output, Fields>,
) {
  // The inputs are loaded with the first dialog that has any; it opens with them, so that the focus finds its field.
  return (
    <Suspense>
      <CommandQuestion {...props} />
    </Suspense>
  );
}

function CommandQuestion<Input, Output, Fields extends DialogFields>(
  props: CommandDialogProps<Input, Output, Fields>,
) {
  const all: DialogFields = props.fields ?? {};
  const [typed, setTyped] = useState<Typed>(() => initialValuesOf(all));
  const [focused] = useState(() => focusedField(shownFields(all, typed, null), typed));
  const values = valuesOf<Fields>(typed);
  const command = useCommand(props.call, {
    onSuccess: (output, input) => {
      if (props.done) notifyDone(props.done(output, input), props.offer);
      if (props.onDone) props.onDone(output);
      else props.onClose();
    },
  });
  const { code, issues } = command.error == null ? { code: null, issues: [] } : readError(command.error);
  const fields = shownFields(all, typed, code);
  return (
    <ConfirmDialog
      title={props.title}
      confirmLabel={props.confirmLabel}
      cancelLabel={props.cancelLabel}
      tone={props.tone}
      size={props.size}
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

/** Without the fields that no refusal asks for; one that is filled in stays while the command runs again. */
function shownFields(fields: DialogFields, typed: Typed, code: string | null): DialogFields {
  const shown = Object.entries(fields).filter(
    ([name, { isAskedBy }]) => isAskedBy === undefined || isAskedBy === code || Boolean(typed[name]),
  );
  return Object.fromEntries(shown);
}

/**
 * Where the focus starts: at the field with `isFocused`, or the first required one; never at the button while fields
 * are missing.
 */
function focusedField(fields: DialogFields, typed: Typed): string | undefined {
  const names = Object.keys(fields);
  const own = names.find((name) => fields[name]?.isFocused);
  return own ?? names.find((name) => faultOf({ [name]: fields[name]! }, typed) !== null);
}

/** A dialog field may be nested in the command's input: `drawnOn` in `draft.drawnOn`. */
function stepsOf(path: Issue['path']): string[] {
  return typeof path === 'string' ? path.split('.') : path.map(String);
}

/** Asks before a record of a list is deleted, confirms it afterwards, and closes its details. */
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

/** A date field for something recorded now: today by default, or an earlier day. */
export function pastDay(label: string, since?: string) {
  const today = dayInIndia(new Date());
  return { kind: 'day', label, initial: today, minDay: since, maxDay: today } as const;
}

/** A required text, such as the reason of the action. */
export function reasonField(field: {
  label: string;
  description?: string;
  missing: string;
  maxLength?: number;
}) {
  return { kind: 'paragraph', isRequired: true, maxLength: 500, ...field } as const;
}

type Question<Input, Output, Fields extends DialogFields> = ComponentProps<
  typeof CommandDialog<Input, Output, Fields>
>;

/** Appearance and roles of an action. */
type Look<Row> = Pick<RowAction<Row>, 'label' | 'icon' | 'isFor' | 'disabledReason' | 'tone' | 'place'>;

/**
 * An action that executes one command on the record: `ask` builds its dialog, and the action's label is the confirm
 * button's.
 */
export function commandAction<Row, Input, Output, Fields extends DialogFields = Record<never, never>>({
  ask,
  ...look
}: Look<Row> & {
  ask: (row: Row) => Omit<Question<Input, Output, Fields>, 'confirmLabel' | 'tone' | 'onClose'>;
}): RowAction<Row> {
  return {
    ...look,
    dialog: (row, onClose) => (
      <CommandDialog {...ask(row)} confirmLabel={look.label} tone={look.tone} onClose={onClose} />
    ),
  };
}
