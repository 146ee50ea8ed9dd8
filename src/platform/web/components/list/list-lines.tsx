// biome-ignore-all lint/a11y/useSemanticElements: the cells of a real table cannot be placed by a window over a million rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its row by aria-activedescendant

import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useLanguage } from '#platform/web/languages/language.ts';
import { t } from '#shared/words.ts';
import type { ActionsCell } from '../list.tsx';
import { cellOf } from './columns-of.tsx';
import classes from './list-grid.module.css';
import { type ReadyAction, RowActions } from './row-actions.tsx';
import { nextSort } from './use-list-address.ts';
import type { Card, DrawnColumn } from './use-list-columns.ts';

type SortState = string | undefined;

type HeaderProps<Row> = {
  columns: readonly DrawnColumn<Row>[];
  hasActions: boolean;
  sort: SortState;
  onSort: (sort: SortState) => void;
  onDrag: (key: string, pixels: number) => void;
  onDrop: () => void;
  /** The column fits its content again. */
  onFit: (key: string) => void;
};

/** Column headers; sortable ones are buttons: ascending, descending, default order. Their edges are dragged. */
export const ListHeader = memo(ListHeaderView) as typeof ListHeaderView;

function ListHeaderView<Row>(props: HeaderProps<Row>) {
  useLanguage();
  return (
    <div role="rowgroup" className={classes.head}>
      <div role="row" className={classes.headRow} aria-rowindex={1}>
        {props.columns.map((column) => (
          <div
            key={column.key}
            role="columnheader"
            className={classes.headCell}
            data-align={column.align}
            {...column.stick}
            aria-sort={column.sortKey === undefined ? undefined : directionOf(props.sort, column.sortKey)}
          >
            {column.sortKey === undefined ? (
              <span title={column.header} className={classes.headLabel} data-label>
                {column.header}
              </span>
            ) : (
              <SortButton
                label={column.header}
                direction={directionOf(props.sort, column.sortKey)}
                onClick={() => props.onSort(nextSort(props.sort, column.sortKey as string))}
              />
            )}
            {/* Only for the pointer: without it every column fits its content, and Reset undoes a drag. */}
            <span
              aria-hidden
              className={classes.edge}
              onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
              onPointerMove={({ currentTarget, pointerId, clientX }) => {
                if (!currentTarget.hasPointerCapture(pointerId)) return;
                const pixels = clientX - currentTarget.parentElement!.getBoundingClientRect().left;
                props.onDrag(column.key, Math.round(Math.max(40, Math.min(900, pixels))));
              }}
              onLostPointerCapture={props.onDrop}
              onDoubleClick={() => props.onFit(column.key)}
            />
          </div>
        ))}
        {props.hasActions && (
          <div role="columnheader" className={`${classes.headCell} ${classes.actions}`}>
            <span className={classes.headLabel} data-label>
              {t`Actions`}
            </span>
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
      <span className={classes.headLabel} data-label>
        {props.label}
      </span>
      <Sign size={14} aria-hidden />
    </button>
  );
}

function directionOf(sort: SortState, sortKey: string): 'ascending' | 'descending' | 'none' {
  if (sort === sortKey) return 'ascending';
  return sort === `-${sortKey}` ? 'descending' : 'none';
}

type RowProps<Row> = {
  id: string;
  index: number;
  row: Row;
  rowName: string;
  columns: readonly DrawnColumn<Row>[];
  actions: readonly ReadyAction<Row>[];
  actionsCell: ActionsCell<Row> | undefined;
  emptyCell: string;
  isActive: boolean;
  /** Drawn instead of the columns on a phone. */
  card: Card<Row> | undefined;
};

/** Rendered once while it is in view; scrolling moves it without rendering it again. */
export const ListRow = memo(ListRowView) as typeof ListRowView;

function ListRowView<Row>(props: RowProps<Row>) {
  useLanguage();
  return (
    <div
      role="row"
      id={props.id}
      className={props.card ? classes.card : classes.row}
      aria-rowindex={props.index + 2}
      aria-selected={props.isActive || undefined}
      data-index={props.index}
      data-active={props.isActive || undefined}
    >
      {props.card ? <CardCells {...props} card={props.card} /> : <TableCells {...props} />}
    </div>
  );
}

function TableCells<Row>(props: RowProps<Row>) {
  return (
    <>
      {props.columns.map((column) => (
        <Cell
          key={column.key}
          className={classes.cell}
          align={column.align}
          stick={column.stick}
          title={column.textOf(props.row)}
          isSentence={column.isSentence}
          copied={column.copyOf?.(props.row)}
        >
          {cellOf(column, props.row, props.emptyCell, props.isActive)}
        </Cell>
      ))}
      {(props.actions.length > 0 || props.actionsCell) && (
        <Cell className={`${classes.cell} ${classes.actions}`}>
          {props.actionsCell?.(props.row, props.isActive)}
          <RowActions
            row={props.row}
            rowName={props.rowName}
            actions={props.actions}
            isReachable={props.isActive}
          />
        </Cell>
      )}
    </>
  );
}

function CardCells<Row>(props: RowProps<Row> & { card: Card<Row> }) {
  const { title, badge, lines } = props.card;
  return (
    <>
      <div role="presentation" className={classes.cardHead}>
        {title && (
          <Cell className={classes.cardTitle} title={title.textOf(props.row)} isSentence={title.isSentence}>
            {cellOf(title, props.row, props.emptyCell, props.isActive)}
          </Cell>
        )}
        {badge && (
          <Cell className={classes.cardBadge}>
            {cellOf(badge, props.row, props.emptyCell, props.isActive)}
          </Cell>
        )}
      </div>
      {lines.map((column) => (
        <Cell key={column.key} className={classes.cardLine} title={column.textOf(props.row)}>
          <span className={classes.cardLabel} title={column.header}>
            {column.header}
          </span>
          <span className={classes.cardValue}>
            {cellOf(column, props.row, props.emptyCell, props.isActive)}
          </span>
        </Cell>
      ))}
    </>
  );
}

function Cell(props: {
  className: string | undefined;
  align?: 'left' | 'right' | 'center';
  stick?: DrawnColumn<never>['stick'];
  title?: string;
  isSentence?: true;
  /** The text for the cell's copy button. */
  copied?: string;
  children: ReactNode;
}) {
  // What a cell shows as text may be worded otherwise than in the file.
  const title = props.title && typeof props.children === 'string' ? props.children : props.title;
  return (
    <div
      role="gridcell"
      className={props.className}
      data-align={props.align}
      title={title || undefined}
      data-copied={props.copied || undefined}
      {...props.stick}
    >
      {props.isSentence ? <span className={classes.sentence}>{props.children}</span> : props.children}
    </div>
  );
}

/** A row whose page is loading (a bar, after a noticeable delay) or failed to load. */
export const MissingRow = memo(MissingRowView);

function MissingRowView(props: {
  id?: string;
  index: number;
  isCard: boolean;
  onRetry: (() => void) | null;
}) {
  useLanguage();
  return (
    <div
      role="row"
      id={props.id}
      className={`${props.isCard ? classes.card : classes.row} ${classes.missing}`}
      aria-rowindex={props.index + 2}
      // Its cell is visible only after a delay.
      aria-busy={props.onRetry ? undefined : true}
    >
      <Cell className={props.onRetry ? classes.failed : classes.awaited}>
        {props.onRetry && (
          <>
            {t`These rows could not be fetched.`}{' '}
            <button type="button" className={classes.retry} onClick={props.onRetry}>
              {t`Try again`}
            </button>
          </>
        )}
      </Cell>
    </div>
  );
}
