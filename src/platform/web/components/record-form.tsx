import { Loader } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod';
import { t } from '#shared/words.ts';
import { type CommandCall, ErrorNotice, useCommand } from './use-command.tsx';

/** The page of a form: empty, or with `?edit=<id>` in the address the form of that record, once it is there. */
export function RecordFormPage<Row>(props: {
  /** The operation that finds the record, as `api` has it. */
  get: {
    key: () => QueryKey;
    call: (input: { id: string }, options: { signal: AbortSignal }) => Promise<Row>;
  };
  children: (record: Row | null) => ReactNode;
}) {
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  const record = useQuery({
    queryKey: [props.get.key()[0], 'edited', edit],
    queryFn: ({ signal }) => props.get.call({ id: edit! }, { signal }),
    enabled: edit !== undefined,
    // The form compares versions by itself; a newer one under it would hide that somebody else changed it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { isHeld: true },
  });
  if (record.error) return <ErrorNotice error={record.error} />;
  if (edit !== undefined && !record.data) return <Loader aria-label={t`Loading`} />;
  return props.children(record.data ?? null);
}

type Row = { id: string; version: number };

type RecordForm<Record extends Row, Values extends object, Entry extends object, Answer> = {
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
  edit: CommandCall<Entry & Row, Answer>;
  /** The sentences of the notice. */
  added: (entry: Entry) => string;
  saved: (entry: Entry, answer: Answer) => string;
  /** The list that the form belongs to, for whoever came by its address. */
  backTo: string;
  labels: EditedRecord<Values>['labels'];
  textOf?: EditedRecord<Values>['textOf'];
};

/** The form that adds a record or edits one, and what `FormPage` needs of it: spread `page` onto it. */
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
    // The form's schema has made an entry of what was typed.
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

/** The fields of a form with what a record has under their names. */
export function filled<Values extends object>(blank: Values, record: object): Values {
  const fields = new Map(Object.entries(record));
  const values = Object.entries(blank).map(([name, value]) => [name, fields.get(name) ?? value]);
  return Object.fromEntries(values) as Values;
}

/** The record that a form edits, as FormPage compares it with what is typed when a colleague was quicker. */
export type EditedRecord<Values extends object> = {
  /** The version that the values were compared with last: the one to send. */
  version: number;
  /** The fields' values at that version. */
  opened: Values;
  labels: Readonly<Partial<Record<keyof Values & string, string>>>;
  textOf: (field: keyof Values & string, value: unknown) => string;
  loadNewest: () => Promise<Newest<Values>>;
  /** Goes on from the newest version. */
  adopt: (newest: Newest<Values>) => void;
};

type Newest<Values> = { version: number; opened: Values };

/**
 * Follows the version of the record that a form edits; undefined while the form makes a new one. Given to FormPage
 * as `editing`, a stale version is no dead end: what both changed is shown field by field, mine and theirs.
 */
export function useEditedRecord<Row extends { version: number }, Values extends object>(options: {
  /** As it was when the form was opened; null when the form makes a new one. */
  record: Row | null;
  toValues: (record: Row) => Values;
  /** Asks the server for the newest version. */
  reload: () => Promise<Row>;
  /** What the comparison calls each field. Fields without a label are merged, never asked about. */
  labels: EditedRecord<Values>['labels'];
  /** How a value reads, for selects whose value is an id. */
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
