import type { ReactNode } from 'react';
import { type LayoutColumn, type ListLayout, type PlainValue, plainValueOf } from '#shared/list-layout.ts';
import type { Cells, Column } from '../list.tsx';
import { PlainCell } from '../values.tsx';

/** The screen columns of a layout, in the layout's order with its headings. */
export function columnsOf<Row, Sort extends string>(
  layout: ListLayout<Row, string, Sort>,
  cells: Cells<Row> = {},
  sayStockWord?: (word: string) => string,
): Column<Row, Sort>[] {
  return Object.entries(layout.columns).map(([key, column]) => ({
    key,
    header: column.header,
    sortKey: column.sortKey,
    card: column.card,
    record: column.record,
    width: column.width ?? 120,
    align: column.kind === 'number' || column.kind === 'rupees' ? 'right' : column.align,
    isAmount: column.kind === 'rupees',
    copyOf: column.copied && ((row) => String(plainValueOf(key, column, row) ?? '')),
    textOf: isWords(column) ? (row) => wordsIn(plainValueOf(key, column, row, sayStockWord)) : undefined,
    render: cells[key] ?? renderOf(key, column, sayStockWord),
  }));
}

/** Whether one of its columns is translated by stock words. */
export function hasStockWords<Row>({ columns }: ListLayout<Row>): boolean {
  return Object.values<LayoutColumn<Row>>(columns).some(({ stockWords }) => stockWords);
}

function wordsIn(value: PlainValue): string {
  return typeof value === 'string' ? value : '';
}

/** Figures and days are never truncated, and are formatted differently in a file. */
function isWords<Row>({ kind }: LayoutColumn<Row>): boolean {
  return kind === undefined || kind === 'text';
}

/** Undefined for a plain field: the list renders it itself, with a tooltip if it is truncated. */
function renderOf<Row>(
  key: string,
  column: LayoutColumn<Row>,
  sayStockWord: ((word: string) => string) | undefined,
): ((row: Row) => ReactNode) | undefined {
  const { kind } = column;
  if (kind === 'day' || kind === 'moment' || kind === 'rupees')
    return (row) => <PlainCell name={key} column={column} row={row} />;
  return (column.value || column.stockWords) && ((row) => plainValueOf(key, column, row, sayStockWord));
}
