import { useState } from 'react';
import { t } from '#shared/words.ts';

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
