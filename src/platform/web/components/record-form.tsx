import { schemaResolver, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { t } from '#shared/words.ts';
import { Loading } from './loading.tsx';
import { type CommandCall, ErrorNotice, useCommand } from './use-command.tsx';

/** The page of a form: empty, or with `?edit=<id>` in the URL the form of that record, once it is loaded. */
export function RecordFormPage<Row>(props: {
  /** The operation of `api` that reads the record. */
  get: {
    key: () => QueryKey;
    call: (input: { id: string }, options: { signal: AbortSignal }) => Promise<Row>;
  };
  children: (record: Row | null) => ReactNode;
}) {
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const record = useQuery({
    // Of no operation: the form compares versions itself, and a refetch under it would hide that somebody else changed
    // the record.
    queryKey: ['edited', props.get.key()[0], edit],
    queryFn: ({ signal }) => props.get.call({ id: edit! }, { signal }),
    enabled: edit !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (record.error) return <ErrorNotice error={record.error} />;
  if (edit !== undefined && !record.data) return <Loading />;
  return props.children(record.data ?? null);
}

type Row = { id: string; version: number };

type RecordForm<Record extends Row, Values extends object, Entry extends object, Answer> = {
  /** The record as it was when the form was opened; null for a new one. */
  record: Record | null;
  /** The record's name in autosave keys, such as `college`. */
  name: string;
  /** The contract's schema of the input. */
  schema: z.ZodType;
  /** The values of an empty form; a record's values come from its fields of the same names. */
  blank: Values;
  /** Converts values to the input, if these differ. */
  toEntry?: (values: Values) => Entry;
  get: (input: { id: string }) => Promise<Record>;
  add: CommandCall<Entry, unknown>;
  edit: CommandCall<Entry & Row, Answer>;
  /** Texts of the success notification. */
  added: (entry: Entry) => string;
  saved: (entry: Entry, answer: Answer) => string;
  /** The list to return to, for people who opened the URL directly. */
  backTo: string;
  labels: EditedRecord<Values>['labels'];
  textOf?: EditedRecord<Values>['textOf'];
};

/** The form for adding or editing a record, and the props of `FormPage`: spread `page` onto it. */
export function useRecordForm<
  Record extends Row,
  Values extends object,
  Entry extends object = Values,
  Answer = unknown,
>(options: RecordForm<Record, Values, Entry, Answer>) {
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
    // The form's schema has already converted the values.
    const entry = options.toEntry?.(values) ?? (values as unknown as Entry);
    if (record && editing) {
      const answer = await edit.run({ ...entry, id: record.id, version: editing.version });
      return options.saved(entry, answer);
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
      onSaved: (message: string) => {
        notifications.show({ message, color: 'green' });
        goBack();
      },
      onCancel: goBack,
    },
  };
}

/** The form's fields, filled from a record's fields of the same names. */
export function filled<Values extends object>(blank: Values, record: object): Values {
  const fields = new Map(Object.entries(record));
  const values = Object.entries(blank).map(([name, value]) => [name, fields.get(name) ?? value]);
  return Object.fromEntries(values) as Values;
}

/** The record that a form edits, for comparison when a colleague saved first. */
export type EditedRecord<Values extends object> = {
  /** The version that the values were last compared with: the one to send. */
  version: number;
  /** The fields' values at that version. */
  opened: Values;
  labels: Readonly<Partial<Record<keyof Values & string, string>>>;
  textOf: (field: keyof Values & string, value: unknown) => string;
  loadNewest: () => Promise<Newest<Values>>;
  /** Continues from the newest version. */
  adopt: (newest: Newest<Values>) => void;
};

type Newest<Values> = { version: number; opened: Values };

/**
 * Tracks the version of the record that a form edits; undefined for a new one. Passed to FormPage as `editing`, so that
 * after a stale version the fields that both changed are shown for a choice, mine or theirs.
 */
export function useEditedRecord<Row extends { version: number }, Values extends object>(options: {
  /** As it was when the form was opened; null for a new one. */
  record: Row | null;
  toValues: (record: Row) => Values;
  /** Fetches the newest version. */
  reload: () => Promise<Row>;
  /** Labels of the fields in the comparison. Fields without a label are merged without asking. */
  labels: EditedRecord<Values>['labels'];
  /** Formats a value, for selects whose value is an id. */
  textOf?: EditedRecord<Values>['textOf'];
}): EditedRecord<Values> | undefined {
  const { record, toValues, reload, labels, textOf = plainText } = options;
  const [newest, setNewest] = useState(() => record && seen(record, toValues));
  if (!newest) return undefined;
  return {
    ...newest,
    labels,
    textOf,
    loadNewest: async () => seen(await reload(), toValues),
    adopt: setNewest,
  };
}

function seen<Row extends { version: number }, Values>(
  record: Row,
  toValues: (record: Row) => Values,
): Newest<Values> {
  return { version: record.version, opened: toValues(record) };
}

function plainText(_field: string, value: unknown): string {
  return value === null || value === undefined || value === '' ? t`(empty)` : String(value);
}
