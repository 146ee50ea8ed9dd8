import type { ReactNode } from 'react';
import { type LayoutColumn, type ListLayout, plainValueOf } from '#shared/list-layout.ts';
import { Day, Moment } from '../moment.tsx';
import { Money } from '../money.tsx';
import type { Column } from './list-declaration.ts';

/** What a screen adds to a column of the layout; `render` only where the plain value has to look like something. */
export type ColumnLook<Row, Sort extends string> = Omit<Column<Row, Sort>, 'key' | 'header'>;

/** The columns of a layout as a screen draws them, in the layout's own order and under its headings. */
export function columnsOf<Row, Sort extends string, Key extends string>(
  layout: ListLayout<Row, Key>,
  looks: Record<Key, ColumnLook<Row, Sort>>,
): Column<Row, Sort>[] {
  return Object.entries<LayoutColumn<Row>>(layout.columns).map(([key, column]) => ({
    key,
    header: column.header,
    align: column.kind === 'number' || column.kind === 'rupees' ? 'right' : undefined,
    isAmount: column.kind === 'rupees',
    render: renderOf(key, column),
    ...looks[key as Key],
  }));
}

/** None for a plain field: the list shows that by itself, with a tooltip where the column is too narrow. */
function renderOf<Row>(key: string, column: LayoutColumn<Row>): ((row: Row) => ReactNode) | undefined {
  const value = (row: Row) => plainValueOf(key, column, row);
  if (column.kind === 'day') return (row) => <Day value={value(row) as string | null} />;
  if (column.kind === 'moment') return (row) => <Moment value={value(row) as string | null} />;
  if (column.kind === 'rupees') return (row) => <Money amount={Number(value(row))} dashAtZero />;
  return column.value && value;
}
