import { Checkbox, type CheckboxProps, Table, type TableProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LayoutColumn } from '#shared/list-layout.ts';
import { idOf } from './list.tsx';
import classes from './plain-table.module.css';
import { RecordLink } from './record-link.tsx';
import { PlainCell } from './values.tsx';

type PlainColumn<Row> = LayoutColumn<Row> & {
  /** Renderer, if the plain value is not enough. */
  render?: (row: Row) => ReactNode;
  /** Hidden on a phone. */
  isWide?: boolean;
  isMonospace?: boolean;
  width?: string;
};

/** Columns in order, as in a list layout: keyed by the row's field, or by any name with a `value`. */
export type PlainColumns<Row> = Readonly<Record<string, PlainColumn<Row> | false>>;

type Ticks<Row> = {
  /** Accessible name of the box that ticks all. */
  label: string;
  rowLabel: (row: Row) => string;
  /** Which rows can be ticked; by default all. */
  isFor?: (row: Row) => boolean;
  /** Ids of the ticked rows. */
  ticked: readonly string[];
  onChange: (ticked: string[]) => void;
};

type PlainTableProps<Row> = Omit<TableProps, 'data' | 'children'> & {
  /** If no column has a heading, the table has no head. */
  columns: PlainColumns<Row>;
  rows: readonly Row[];
  /** By default the field `id`. */
  rowId?: (row: Row) => string;
  /** Checkboxes before the rows. */
  ticks?: Ticks<Row> | false;
  /** Shown below all columns, and announced when it changes. */
  foot?: string;
};

/** A few rows, all drawn at once, without search and order: part of a page or of a record's details. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { columns: declared, rows, rowId = idOf, ticks = false, foot, ...table } = props;
  const columns = Object.entries(declared).filter((entry): entry is [string, PlainColumn<Row>] => !!entry[1]);
  const ticked = new Set(ticks ? ticks.ticked : []);
  const tickable = ticks ? rows.filter(ticks.isFor ?? (() => true)).map(rowId) : [];
  const isComplete = tickable.length > 0 && tickable.every((id) => ticked.has(id));
  return (
    <Table className={classes.table} {...table}>
      {columns.some(([, { header }]) => header !== '') && (
        <Table.Thead>
          <Table.Tr>
            {ticks && (
              <Table.Th w={40}>
                <Tick
                  name={ticks.label}
                  checked={isComplete}
                  indeterminate={ticked.size > 0 && !isComplete}
                  onChange={() => ticks.onChange(isComplete ? [] : tickable)}
                />
              </Table.Th>
            )}
            {columns.map(([key, column]) => (
              <Table.Th key={key} ta={alignOf(column)} visibleFrom={column.isWide ? 'sm' : undefined}>
                {column.header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
      )}
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={rowId(row)}>
            {ticks && (
              <Table.Td>
                {(ticks.isFor?.(row) ?? true) && (
                  <Tick
                    name={ticks.rowLabel(row)}
                    checked={ticked.has(rowId(row))}
                    onChange={() =>
                      ticks.onChange(tickable.filter((id) => ticked.has(id) !== (id === rowId(row))))
                    }
                  />
                )}
              </Table.Td>
            )}
            {columns.map(([key, column]) => (
              <Table.Td
                key={key}
                w={column.width}
                ta={alignOf(column)}
                ff={column.isMonospace ? 'monospace' : undefined}
                // The number of a record, `R-000024`, stays on one line.
                style={column.record && !column.render ? { whiteSpace: 'nowrap' } : undefined}
                visibleFrom={column.isWide ? 'sm' : undefined}
              >
                <RecordLink record={column.record?.(row)}>
                  {column.render ? column.render(row) : <PlainCell name={key} column={column} row={row} />}
                </RecordLink>
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
      {foot !== undefined && (
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th colSpan={columns.length + (ticks ? 1 : 0)} role="status">
              {foot}
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      )}
    </Table>
  );
}

/** A checkbox in a target of 24 px. */
function Tick({ name, ...box }: { name: string } & CheckboxProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is in it, and is named
    <label className={classes.tick}>
      <Checkbox aria-label={name} {...box} />
    </label>
  );
}

function alignOf<Row>({ kind, align }: PlainColumn<Row>) {
  return align ?? (kind === 'number' || kind === 'rupees' ? 'right' : undefined);
}
