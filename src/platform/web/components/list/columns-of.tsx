import type { ReactNode } from 'react';
import { formatAge } from '#shared/age.ts';
import { formatDay, formatMoment, formatRupees } from '#shared/format.ts';
import { type LayoutColumn, type ListLayout, plainValueOf } from '#shared/list-layout.ts';
import type { Cells, Column, DetailField } from '../list.tsx';
import { RecordLink } from '../record-link.tsx';
import { PlainCell } from '../values.tsx';

type TranslateStockWord = (word: string) => string;

/** The screen columns of a layout, in the layout's order with its headings. */
export function columnsOf<Row, Sort extends string>(
  layout: ListLayout<Row, string, Sort>,
  cells: Cells<Row> = {},
  {
    sayStockWord,
    isQueue = false,
  }: { sayStockWord?: TranslateStockWord | undefined; isQueue?: boolean } = {},
): Column<Row, Sort>[] {
  const shown = Object.entries(layout.columns).filter(([, { isOfQueue }]) => isQueue || !isOfQueue);
  return shown.map(([key, column]) => ({
    key,
    header: column.header,
    sortKey: column.sortKey,
    card: column.card,
    record: column.record,
    isFile: column.isFile,
    isSentence: column.isSentence,
    align: column.kind === 'number' || column.kind === 'rupees' ? 'right' : column.align,
    isAmount: column.kind === 'rupees',
    isAge: column.kind === 'age',
    copyOf: column.copied && ((row) => String(plainValueOf(key, column, row) ?? '')),
    textOf: (row) => textOf(key, column, row, sayStockWord),
    render: cells[key] ?? renderOf(key, column, sayStockWord),
  }));
}

/** Whether one of its columns is translated by stock words. */
export function hasStockWords<Row>({ columns }: ListLayout<Row>): boolean {
  return Object.values<LayoutColumn<Row>>(columns).some(({ stockWords }) => stockWords);
}

/** As in the exported file. */
function textOf<Row>(
  key: string,
  column: LayoutColumn<Row>,
  row: Row,
  sayStockWord: TranslateStockWord | undefined,
): string {
  const value = plainValueOf(key, column, row, sayStockWord) ?? '';
  if (value === '') return '';
  if (column.kind === 'rupees') return formatRupees(Number(value));
  if (column.kind === 'age') return formatAge(String(value));
  if (column.kind === 'day') return formatDay(String(value));
  return column.kind === 'moment' ? formatMoment(String(value)) : String(value);
}

/** Undefined for a plain field: the list renders it itself, with a tooltip if it is truncated. */
function renderOf<Row>(
  key: string,
  column: LayoutColumn<Row>,
  sayStockWord: TranslateStockWord | undefined,
): ((row: Row) => ReactNode) | undefined {
  const { kind } = column;
  if (kind === 'day' || kind === 'moment' || kind === 'rupees' || kind === 'age')
    return (row) => <PlainCell name={key} column={column} row={row} />;
  return (column.value || column.stockWords) && ((row) => plainValueOf(key, column, row, sayStockWord));
}

/** The content of a column's cell; `emptyCell` if there is none. */
export function cellOf<Row, Sort extends string>(
  column: Column<Row, Sort>,
  row: Row,
  emptyCell: string,
  isReachable = true,
): ReactNode {
  const shown = column.render ? column.render(row) : plainText(column, row);
  if (shown === null || shown === undefined || shown === '') return emptyCell;
  if (!column.record) return shown;
  return (
    <RecordLink record={column.record(row)} isReachable={isReachable}>
      {shown}
    </RecordLink>
  );
}

/** The columns that the declared fields do not show, then these, with copy buttons for numbers. */
export function fieldsOf<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  row: Row,
  { declared = [], emptyCell }: { declared?: readonly DetailField[]; emptyCell: string },
): DetailField[] {
  const isDeclared = ({ key, header }: Column<Row, Sort>) =>
    declared.some(({ column, label }) => column === key || label.toLowerCase() === header.toLowerCase());
  const others = columns.filter((column) => !isDeclared(column));
  const rest = others.map((column) => ({
    label: column.header,
    column: column.key,
    value: column.textOf(row) === '' ? null : cellOf(column, row, emptyCell),
    copy: column.copyOf?.(row),
  }));
  return [...rest, ...declared];
}

function plainText<Row, Sort extends string>(column: Column<Row, Sort>, row: Row): string {
  const value: unknown = (row as Record<string, unknown>)[column.key];
  return value === null || value === undefined ? '' : String(value);
}
