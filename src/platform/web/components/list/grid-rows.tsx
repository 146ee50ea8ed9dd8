import type { ActionsCell } from '../list.tsx';
import type { DrawnColumn } from './column-layout.ts';
import { ListRow, MissingRow } from './list-lines.tsx';
import type { ReadyAction } from './row-actions.tsx';
import { useDrawnRows } from './use-drawn-rows.ts';
import type { ListRows } from './use-list-rows.ts';
import type { RowWindow } from './use-row-window.ts';

export type GridRowsProps<Row> = {
  columns: readonly DrawnColumn<Row>[];
  actions: readonly ReadyAction<Row>[];
  actionsCell: ActionsCell<Row> | undefined;
  emptyCell: string;
  rows: ListRows<Row>;
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  window: RowWindow;
  isCard: boolean;
  activeIndex: number;
};

/** The rows in view, with placeholders for those that are not loaded. */
export function GridRows<Row>(props: GridRowsProps<Row> & { idPrefix: string }) {
  const { columns, actions, actionsCell, emptyCell, rows, isCard, activeIndex, idPrefix } = props;
  return useDrawnRows({ ...props, range: props.window.range }).map(({ key, index, row }, step) =>
    row === undefined ? (
      <MissingRow
        // biome-ignore lint/suspicious/noArrayIndexKey: while the scrollbar is dragged the same placeholders serve for all rows flown over
        key={`missing ${step}`}
        id={`${idPrefix}${index}`}
        index={index}
        isCard={isCard}
        onRetry={rows.failureAt(index) ? rows.retry : null}
      />
    ) : (
      <ListRow
        key={key}
        id={`${idPrefix}${index}`}
        index={index}
        row={row}
        rowName={props.rowName(row)}
        columns={columns}
        actions={actions}
        actionsCell={actionsCell}
        emptyCell={emptyCell}
        isActive={index === activeIndex}
        isCard={isCard}
      />
    ),
  );
}
