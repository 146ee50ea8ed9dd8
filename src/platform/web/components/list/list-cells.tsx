import type { ReactNode } from 'react';
import type { Column, DetailField } from './list-declaration.ts';

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

/** All columns as label and value; a plain number or code gets a copy button. */
export function fieldsOf<Row, Sort extends string>(
  columns: readonly Column<Row, Sort>[],
  row: Row,
  emptyCell: string,
): DetailField[] {
  return columns.map((column) => {
    const text = column.render ? '' : plainText(column, row);
    return {
      label: column.header,
      value: cellOf(column, row, emptyCell),
      copy: /\d{3}/.test(text) ? text : undefined,
    };
  });
}

function plainText<Row, Sort extends string>(column: Column<Row, Sort>, row: Row): string {
  const value: unknown = (row as Record<string, unknown>)[column.key];
  return value === null || value === undefined ? '' : String(value);
}

/** Columns on a phone's card by their place. */
export function cardPlaces<Row, Sort extends string>(columns: readonly Column<Row, Sort>[]) {
  const title = columns.find((column) => column.card === 'title') ?? columns[0];
  const badge = columns.find((column) => column.card === 'badge');
  const rest = columns.filter((column) => column !== title && column !== badge && column.card !== 'hidden');
  const chosen = rest.filter((column) => column.card === 'line');
  const others = rest.filter((column) => column.card !== 'line').slice(0, Math.max(0, 4 - chosen.length));
  const lines = rest.filter((column) => chosen.includes(column) || others.includes(column)).slice(0, 4);
  return { title, badge, lines };
}

/** Pixels of a phone's card: its title, and two fields in each line below it. */
export function cardHeightOf<Row>(columns: readonly Column<Row, string>[]): number {
  return 40 + 38 * Math.ceil(cardPlaces(columns).lines.length / 2);
}
