import { t } from '#shared/words.ts';
import type { RecordRef } from './record-kinds.ts';

/**
 * The kind of a value: screens and files format money and moments differently. An `age` is the moment or day since when a
 * row waits; files have its days.
 */
export type ColumnKind = 'text' | 'number' | 'rupees' | 'day' | 'moment' | 'age';

/** An unformatted value: whole rupees, days as `yyyy-mm-dd`, moments in ISO 8601. */
export type PlainValue = string | number | null;

export type LayoutColumn<Row, Sort extends string = string> = {
  header: string;
  /** Default `text`. */
  kind?: ColumnKind;
  /** By default the row's field of the column's name. */
  value?: (row: Row) => PlainValue;
  /** The server's name for sorting; without it the column is not sortable. */
  sortKey?: Sort;
  /** The row's fields that make up its value: stock names and colours, which are translated. */
  stockWords?: readonly (keyof Row & string)[];
  /** An identifying number with a copy button. */
  copied?: true;
  /** The name of an uploaded file; on paper only whether there is one. */
  isFile?: true;
  /** For numbers, and text that begins with one. */
  align?: 'right';
  /** A sentence, which takes two lines if one is too short. */
  isSentence?: true;
  /** Its position on a phone's card; without one it is only in the details. */
  card?: 'title' | 'badge' | 'line';
  /** Only where the list is narrowed to what waits: the specification's lists do not have it. */
  isOfQueue?: true;
  /** The record that this number identifies; screens link to its page. */
  record?: (row: Row) => RecordRef | null;
};

/**
 * The layout of a list, declared once for its screen and its file, so that both contain the same. Columns are in
 * declaration order.
 */
export type ListLayout<Row, Key extends string = string, Sort extends string = string> = {
  /** Names the export's URL and file: `total-applications`. */
  name: string;
  columns: Readonly<Record<Key, LayoutColumn<Row, Sort>>>;
  /** Columns that no screen shows and a file includes only on request. */
  onRequest?: ColumnsOnRequest;
};

export type ColumnsOnRequest = {
  /** Their label in the Export menu: 'With the award record'. */
  label: string;
  columns: Readonly<Record<string, LayoutColumn<never>>>;
};

/** How long a row has waited: `since` is a moment or a day, null for a row that does not wait. */
export function ageColumn<Row>(since: (row: Row) => string | null) {
  return { header: t`Days waiting`, kind: 'age', value: since, card: 'line', isOfQueue: true } as const;
}

export function plainValueOf<Row>(
  key: string,
  column: Pick<LayoutColumn<Row>, 'value' | 'stockWords'>,
  row: Row,
  sayStockWord = (word: string) => word,
): PlainValue {
  if (column.stockWords) return column.stockWords.map((field) => sayStockWord(String(row[field]))).join(', ');
  return column.value ? column.value(row) : ((row as Record<string, PlainValue | undefined>)[key] ?? null);
}
