import type { ReactNode } from 'react';
import type { ListView, Pin } from '#shared/preferences.ts';
import type { Column, DetailField } from '../list.tsx';

/** A column as it is drawn: where it sticks when the rest is scrolled away, and how far from that edge. */
export type DrawnColumn<Row> = Column<Row, string> & { stick?: Stick };

type Stick = {
  side: 'left' | 'right';
  offset: number;
  /** What it does not slide under either, once the rest is scrolled far. */
  behind?: number;
};

/** All columns in the person's order; one that the order does not name stays behind the column that it follows. */
export function inOrder<Row>(
  columns: readonly Column<Row, string>[],
  { order }: Pick<ListView, 'order'>,
): Column<Row, string>[] {
  const places = new Map(order.map((key, place) => [key, place]));
  let last = -1;
  return columns
    .map((column, index) => {
      last = places.get(column.key) ?? last;
      return { column, place: last, index };
    })
    .sort((a, b) => a.place - b.place || a.index - b.index)
    .map(({ column }) => column);
}

/** Where a column sticks unless the person says otherwise: what a row is about left; amounts and status right. */
export function pinOf<Row>(column: Column<Row, string>, { pins }: Pick<ListView, 'pins'>): Pin {
  const own = pins[column.key];
  if (own) return own;
  if (column.card === 'title') return 'left';
  return column.isAmount || column.card === 'badge' ? 'right' : 'none';
}

/** The columns to draw; `endWidth` is that of the actions, which stick at the right edge before all others. */
export function drawn<Row>(
  columns: readonly Column<Row, string>[],
  view: ListView,
  endWidth: number,
): DrawnColumn<Row>[] {
  const shown = inOrder(columns, view)
    .filter(({ key }) => !view.hidden.includes(key))
    .map((column) => ({ ...column, width: view.widths[column.key] ?? column.width }));
  const offsets = { left: 0, right: endWidth };
  const stick = (column: Column<Row, string>, side: 'left' | 'right') => {
    if (pinOf(column, view) !== side) return undefined;
    const offset = offsets[side];
    offsets[side] += column.width;
    return { side, offset };
  };
  const left = shown.map((column) => stick(column, 'left'));
  const right = shown
    .toReversed()
    .map((column) => stick(column, 'right'))
    .toReversed();
  // Amounts may go under the name; the status stops beside it.
  const stickOfStatus = (column: Column<Row, string>, stick: Stick | undefined) =>
    stick && column.card === 'badge' ? { ...stick, behind: offsets.left } : stick;
  return shown.map((column, index) => ({
    ...column,
    stick: left[index] ?? stickOfStatus(column, right[index]),
  }));
}

/** What makes a cell stick. */
export function stickOf({ stick }: Pick<DrawnColumn<never>, 'stick'>) {
  return stick && { 'data-stick': stick.side, style: { left: stick.behind, [stick.side]: stick.offset } };
}

/** The order with a column one step further left (-1) or right (1). */
export function moved<Row>(
  columns: readonly Column<Row, string>[],
  view: ListView,
  key: string,
  by: -1 | 1,
): string[] {
  const keys = inOrder(columns, view).map((column) => column.key);
  const from = keys.indexOf(key);
  const to = Math.max(0, Math.min(keys.length - 1, from + by));
  keys.splice(to, 0, ...keys.splice(from, 1));
  return keys;
}

/** What a column shows of a row; `emptyCell` where there is nothing. */
export function cellOf<Row, Sort extends string>(
  column: Column<Row, Sort>,
  row: Row,
  emptyCell: string,
): ReactNode {
  if (column.render) return column.render(row) ?? emptyCell;
  return plainText(column, row) || emptyCell;
}

/** The cell's text for a tooltip where the column is too narrow; none for what a screen draws itself. */
export function titleOf<Row, Sort extends string>(column: Column<Row, Sort>, row: Row): string | undefined {
  return column.render ? undefined : plainText(column, row) || undefined;
}

/** The columns, a plain number or code with a copy button, then the declared fields; one that shows a column has its heading. */
export function fieldsOf<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  row: Row,
  { declared = [], emptyCell }: { declared?: readonly DetailField[]; emptyCell: string },
): DetailField[] {
  const named = declared.map((field) => {
    const column = columns.find(({ key }) => key === field.column);
    return column ? { ...field, label: column.header } : field;
  });
  const known = new Set(named.map(({ label }) => label.toLowerCase()));
  const others = columns.filter(({ header }) => !known.has(header.toLowerCase()));
  const rest = others.map((column) => {
    const text = column.render ? '' : plainText(column, row);
    return {
      label: column.header,
      value: cellOf(column, row, emptyCell),
      copy: /\d{3}/.test(text) ? text : undefined,
    };
  });
  return [...rest, ...named];
}

function plainText<Row, Sort extends string>(column: Column<Row, Sort>, row: Row): string {
  const value: unknown = (row as Record<string, unknown>)[column.key];
  return value === null || value === undefined ? '' : String(value);
}

/** Columns on a phone's card by their place. */
export function cardPlaces<Row, Sort extends string>(columns: readonly Column<Row, Sort>[]) {
  const title = columns.find((column) => column.card === 'title') ?? columns[0];
  const badge = columns.find((column) => column.card === 'badge');
  const lines = columns.filter((column) => column.card === 'line').slice(0, 4);
  return { title, badge, lines };
}

/** Pixels of a phone's card: its title, and two fields in each line below it. */
export function cardHeightOf<Row>(columns: readonly Column<Row, string>[]): number {
  return 40 + 38 * Math.ceil(cardPlaces(columns).lines.length / 2);
}
