// biome-ignore-all lint/a11y/useSemanticElements: the cells of a real table cannot be placed by a window over a million rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its row by aria-activedescendant
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { t } from '#shared/words.ts';
import { type DrawnColumn, stickOf } from './column-layout.ts';
import { nextSort } from './list-address.ts';
import classes from './list-grid.module.css';

type SortState = string | undefined;

/** Column headers; those that the server can sort by are buttons: ascending, descending, the list's own order. */
export function ListHeader<Row>(props: {
  columns: readonly DrawnColumn<Row>[];
  hasActions: boolean;
  sort: SortState;
  onSort: (sort: SortState) => void;
}) {
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" className={classes.headRow} aria-rowindex={1}>
        {props.columns.map((column) => (
          <div
            key={column.key}
            role="columnheader"
            className={classes.headCell}
            data-align={column.align}
            {...stickOf(column)}
            aria-sort={column.sortKey === undefined ? undefined : directionOf(props.sort, column.sortKey)}
          >
            {column.sortKey === undefined ? (
              <span title={column.header} className={classes.headLabel}>
                {column.header}
              </span>
            ) : (
              <SortButton
                label={column.header}
                direction={directionOf(props.sort, column.sortKey)}
                onClick={() => props.onSort(nextSort(props.sort, column.sortKey as string))}
              />
            )}
          </div>
        ))}
        {props.hasActions && (
          <div role="columnheader" className={`${classes.headCell} ${classes.actions}`}>
            {t`Actions`}
          </div>
        )}
      </div>
    </div>
  );
}

function SortButton(props: {
  label: string;
  direction: 'ascending' | 'descending' | 'none';
  onClick: () => void;
}) {
  const Sign = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[props.direction];
  return (
    <button
      type="button"
      className={classes.sort}
      data-sorted={props.direction !== 'none' || undefined}
      title={t`Sort by ${props.label}`}
      onClick={props.onClick}
    >
      <span className={classes.headLabel}>{props.label}</span>
      <Sign size={14} aria-hidden />
    </button>
  );
}

function directionOf(sort: SortState, sortKey: string): 'ascending' | 'descending' | 'none' {
  if (sort === sortKey) return 'ascending';
  return sort === `-${sortKey}` ? 'descending' : 'none';
}
