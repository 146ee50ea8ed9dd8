import type { ReactNode } from 'react';
import type { Column, DetailField } from '../list.tsx';
import { RecordLink } from '../record-link.tsx';

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

/**
 * The columns, then the declared fields, with copy buttons for numbers; a field that shows a column has its heading.
 */
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
  const rest = others.map((column) => ({
    label: column.header,
    column: column.key,
    value: cellOf(column, row, emptyCell),
    copy: column.copyOf?.(row),
  }));
  return [...rest, ...named];
}

function plainText<Row, Sort extends string>(column: Column<Row, Sort>, row: Row): string {
  const value: unknown = (row as Record<string, unknown>)[column.key];
  return value === null || value === undefined ? '' : String(value);
}
