import type { ListGridProps } from './list-grid.tsx';
import { ListRow, MissingRow } from './list-lines.tsx';
import { useDrawnRows } from './use-drawn-rows.ts';

type GridRowsProps<Row> = Pick<
  ListGridProps<Row>,
  | 'columns'
  | 'actions'
  | 'actionsCell'
  | 'emptyCell'
  | 'rows'
  | 'rowId'
  | 'rowName'
  | 'window'
  | 'isCard'
  | 'activeIndex'
> & { idPrefix: string };

/** The rows of the window, and for those that are not there yet their places. */
export function GridRows<Row>(props: GridRowsProps<Row>) {
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
