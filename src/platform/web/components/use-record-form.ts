import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useRouter } from '@tanstack/react-router';
import type { z } from 'zod';
import { type CommandCall, useCommand } from './use-command.ts';
import { type EditedRecord, useEditedRecord } from './use-edited-record.ts';

type Row = { id: string; version: number };

type RecordForm<Record extends Row, Values extends object, Entry extends object> = {
  /** The record as it was when the form was opened; null when the form makes a new one. */
  record: Record | null;
  /** Names the record in the keys of autosaved input, such as `college`. */
  name: string;
  /** What is sent, as the contract has it. */
  schema: z.ZodType;
  /** The values of an empty form. Those of a record are its fields of the same names. */
  blank: Values;
  /** The values as they are sent, where they are more than what is typed. */
  toEntry?: (values: Values) => Entry;
  get: (input: { id: string }) => Promise<Record>;
  add: CommandCall<Entry, unknown>;
  edit: CommandCall<Entry & Row, unknown>;
  /** The sentences of the notice. */
  added: (entry: Entry) => string;
  saved: (entry: Entry) => string;
  /** The list that the form belongs to, for whoever came by its address. */
  backTo: string;
  labels: EditedRecord<Values>['labels'];
  textOf?: EditedRecord<Values>['textOf'];
};

/** The form that adds a record or edits one, and what `FormPage` needs of it: spread `page` onto it. */
export function useRecordForm<Record extends Row, Values extends object, Entry extends object = Values>(
  options: RecordForm<Record, Values, Entry>,
): {
  form: UseFormReturnType<Values>;
  page: {
    form: UseFormReturnType<Values>;
    editing: EditedRecord<Values> | undefined;
    draftKey: string;
    save: (values: Values) => Promise<string>;
    onSaved: (message: string) => void;
    onCancel: () => void;
  };
} {
  const { record, name, blank } = options;
  const toValues = (from: Record) => filled(blank, from);
  const router = useRouter();
  const form = useForm<Values>({
    initialValues: record ? toValues(record) : blank,
    validate: schemaResolver(options.schema, { sync: true }),
  });
  const editing = useEditedRecord<Record, Values>({
    record,
    toValues,
    reload: () => options.get({ id: record!.id }),
    labels: options.labels,
    textOf: options.textOf,
  });
  const add = useCommand(options.add);
  const edit = useCommand(options.edit);

  async function save(values: Values): Promise<string> {
    // The form's schema has made an entry of what was typed.
    const entry = options.toEntry?.(values) ?? (values as unknown as Entry);
    if (record && editing) {
      await edit.run({ ...entry, id: record.id, version: editing.version });
      return options.saved(entry);
    }
    await add.run(entry);
    return options.added(entry);
  }

  function goBack(): void {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ href: options.backTo });
  }

  return {
    form,
    page: {
      form,
      editing,
      draftKey: record ? `${name}-${record.id}` : `new-${name}`,
      save,
      onSaved: (message) => {
        notifications.show({ message, color: 'green' });
        goBack();
      },
      onCancel: goBack,
    },
  };
}

/** The fields of a form with what a record has under their names. */
export function filled<Values extends object>(blank: Values, record: object): Values {
  const fields = new Map(Object.entries(record));
  const values = Object.entries(blank).map(([name, value]) => [name, fields.get(name) ?? value]);
  return Object.fromEntries(values) as Values;
}
