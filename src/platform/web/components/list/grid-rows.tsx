import type { ActionsCell } from '../list.tsx';
import { ListRow, MissingRow } from './list-lines.tsx';
import type { ReadyAction } from './row-actions.tsx';
import type { Card, DrawnColumn } from './use-list-columns.ts';
import type { ListRows } from './use-list-rows.ts';
import type { RowRange } from './use-row-window.ts';

export type GridRowsProps<Row> = {
  columns: readonly DrawnColumn<Row>[];
  /** Drawn instead of the columns on a phone. */
  card: Card<Row> | undefined;
  actions: readonly ReadyAction<Row>[];
  actionsCell: ActionsCell<Row> | undefined;
  emptyCell: string;
  rows: ListRows<Row>;
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  activeIndex: number;
};

/** The rows in view, with placeholders for those that are not loaded. */
export function GridRows<Row>(props: GridRowsProps<Row> & { range: RowRange; idPrefix: string }) {
  const { rows, range, activeIndex, idPrefix } = props;
  const keys = new Set<string>();
  return Array.from({ length: range.end - range.first }, (_, step) => {
    const index = range.first + step;
    const row = rows.rowAt(index);
    const id = `${idPrefix}${index}`;
    if (row === undefined)
      return (
        <MissingRow
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
          key={`missing ${step}`}
          id={id}
          index={index}
          isCard={props.card !== undefined}
          onRetry={rows.failureAt(index) ? rows.retry : null}
        />
      );
    // Keyed by record: when the order changes, an element stays with its record, and so does a click that has begun. A
    // record that moved between two pages while they were loaded appears in both.
    const key = keys.has(props.rowId(row)) ? `${props.rowId(row)} ${index}` : props.rowId(row);
    keys.add(key);
    return (
      <ListRow
        key={key}
        id={id}
        index={index}
        row={row}
        rowName={props.rowName(row)}
        columns={props.columns}
        card={props.card}
        actions={props.actions}
        actionsCell={props.actionsCell}
        emptyCell={props.emptyCell}
        isActive={index === activeIndex}
      />
    );
  });
}
