import type { RecordRef } from './record-ref.ts';

/** How a value is written: the screen and a file each have their own form for money and moments. */
export type ColumnKind = 'text' | 'number' | 'rupees' | 'day' | 'moment';

/** A value before it is written: rupees are whole, a day is `yyyy-mm-dd`, a moment is ISO 8601. */
export type PlainValue = string | number | null;

export type LayoutColumn<Row, Sort extends string = string> = {
  header: string;
  /** `text` if it is not said. */
  kind?: ColumnKind;
  /** Without it the row's own field of the column's name. */
  value?: (row: Row) => PlainValue;
  /** Pixels that it never falls below on a screen; what is left over is shared in proportion. */
  width?: number;
  /** What the server calls it when it sorts by it; without it the header is no button. */
  sortKey?: Sort;
  /** The fields of the row that are its value: names and colours of the stock, which readers have in their own language. */
  stockWords?: readonly (keyof Row & string)[];
  /** It is a number that names something, and has a copy button. */
  copied?: true;
  /** To the right stand numbers, and words that begin with one. */
  align?: 'right';
  /** Its place on a phone's card; without one it stands in the details alone. */
  card?: 'title' | 'badge' | 'line';
  /** The record that it is the number of: a screen leads to its page. */
  record?: (row: Row) => RecordRef | null;
};

/**
 * A list as it is laid out, said once for its screen and for its file: what is on the screen is what is in the file.
 * Columns stand in the order in which they are written.
 */
export type ListLayout<Row, Key extends string = string, Sort extends string = string> = {
  /** Names the export's address and file: `total-applications`. */
  name: string;
  columns: Readonly<Record<Key, LayoutColumn<Row, Sort>>>;
  /** What no screen shows and a file holds only for who asks for it by name. */
  onRequest?: ColumnsOnRequest;
};

export type ColumnsOnRequest = {
  /** What the Export menu calls them: 'With the award record'. */
  label: string;
  columns: Readonly<Record<string, LayoutColumn<never>>>;
};

export function plainValueOf<Row>(
  key: string,
  column: Pick<LayoutColumn<Row>, 'value' | 'stockWords'>,
  row: Row,
  sayStockWord = (word: string) => word,
): PlainValue {
  if (column.stockWords) return column.stockWords.map((field) => sayStockWord(String(row[field]))).join(', ');
  return column.value ? column.value(row) : ((row as Record<string, PlainValue | undefined>)[key] ?? null);
}
