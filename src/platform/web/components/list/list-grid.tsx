// biome-ignore-all lint/a11y/useSemanticElements: the cells of a real table cannot be placed by a window over a million rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid keeps the focus and names its row by aria-activedescendant
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Density } from '#shared/preferences.ts';
import { CellCopy } from './cell-copy.tsx';
import { GridRows, type GridRowsProps } from './grid-rows.tsx';
import classes from './list-grid.module.css';
import { ListHeader, MissingRow } from './list-lines.tsx';
import { SumsRow, sumsHeight } from './list-sums.tsx';
import { RowTip } from './row-actions.tsx';
import { useFittedColumns } from './use-fitted-columns.ts';
import type { ListColumns } from './use-list-columns.ts';
import type { RowWindow } from './use-row-window.ts';

export const rowHeights: Record<Density, number> = { comfortable: 36, compact: 30 };
export const headHeight = 42;

type ListGridProps<Row> = Omit<GridRowsProps<Row>, 'columns'> & {
  label: string;
  control: ListColumns<Row>;
  /** Sums of the amounts are shown below the rows. */
  hasSums: boolean;
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
  onActivate: (index: number) => void;
  onOpen: (index: number) => void;
  /** Replaces the rows: nothing found, or not loaded. */
  message: ReactNode;
  window: RowWindow;
};

/** The scrolling region: header, drawn rows, and the keys that move through them. */
export function ListGrid<Row>(props: ListGridProps<Row>) {
  const { control, actions, actionsCell, rows, window: rowWindow } = props;
  const { widths } = control.view;
  const isCard = props.card !== undefined;
  const trackRef = useRef<HTMLDivElement>(null);
  const [dragged, setDragged] = useState<Readonly<Record<string, number>> | null>(null);
  const idPrefix = useId();
  const { first, end } = rowWindow.range;
  const isActiveDrawn = props.activeIndex >= first && props.activeIndex < end;
  const hasActions = actions.length > 0 || actionsCell !== undefined;
  const { columns, width, style } = useFittedColumns({
    columns: control.drawn,
    dragged: dragged ?? widths,
    viewWidth: rowWindow.viewWidth,
    hasActions,
    trackRef,
    hasRows: !isCard && rows.rowAt(first) !== undefined,
    drawn: [
      rows.shownKey,
      first,
      end,
      rows.fetchedAt(first),
      rows.fetchedAt(end - 1),
      rows.sums === undefined,
    ].join(),
    shownKey: rows.shownKey,
    topRef: rowWindow.topRef,
  });
  const isScrolled = !isCard && width > rowWindow.viewWidth;
  // Rows, header, sums, border, and the horizontal scrollbar.
  const fixedHeight = isCard ? 0 : headHeight + (props.hasSums ? sumsHeight : 0);
  const frameHeight = rowWindow.trackHeight + fixedHeight + 2 + (isScrolled ? 16 : 0);

  return (
    <div
      className={classes.frame}
      data-message={props.message !== null || undefined}
      // As tall as its rows, but no taller than the space on the page; while loading, as tall as that space.
      style={rows.isFirstLoad ? undefined : { flex: `0 1 ${frameHeight}px` }}
    >
      <div
        ref={rowWindow.viewportRef}
        className={classes.viewport}
        role="grid"
        data-scrolled={isScrolled || undefined}
        aria-label={props.label}
        aria-colcount={isCard ? undefined : columns.length + (hasActions ? 1 : 0)}
        aria-rowcount={rows.length.isExact ? rows.length.rowCount + 1 : -1}
        aria-busy={rows.isOutdated || rows.isFirstLoad || undefined}
        aria-activedescendant={isActiveDrawn ? `${idPrefix}${props.activeIndex}` : undefined}
        tabIndex={0}
        onKeyDown={(event) => moveByKey(event, props)}
        onClick={(event) => openByClick(event, props)}
      >
        <div
          ref={trackRef}
          role="presentation"
          className={classes.track}
          style={{
            ...style,
            height: rowWindow.trackHeight + fixedHeight,
            minWidth: isCard ? undefined : width,
            ['--list-row-height' as string]: `${rowWindow.rowHeight}px`,
          }}
        >
          {!isCard && (
            <ListHeader
              columns={columns}
              hasActions={hasActions}
              sort={props.sort}
              onSort={props.onSort}
              onDrag={(key, pixels) => setDragged({ ...widths, [key]: pixels })}
              onDrop={() => {
                if (dragged) control.change({ widths: { ...dragged } });
                setDragged(null);
              }}
              onFit={(key) => {
                const { [key]: _, ...others } = widths;
                control.change({ widths: others });
              }}
            />
          )}
          <div
            role="presentation"
            className={classes.clip}
            data-card={isCard || undefined}
            style={{ height: rowWindow.viewHeight, marginBottom: -rowWindow.viewHeight }}
          >
            <div
              ref={rowWindow.canvasRef}
              role="rowgroup"
              className={classes.rows}
              data-outdated={rows.isOutdated || undefined}
            >
              {rows.isFirstLoad &&
                Array.from({ length: Math.ceil(rowWindow.viewHeight / rowWindow.rowHeight) }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a placeholder is its position
                  <MissingRow key={index} index={index} isCard={isCard} onRetry={null} />
                ))}
              <GridRows {...props} columns={columns} range={rowWindow.range} idPrefix={idPrefix} />
            </div>
          </div>
          {props.hasSums && !isCard && (
            <SumsRow
              columns={columns}
              sums={rows.sums}
              hasActions={hasActions}
              rowIndex={rows.length.rowCount + 2}
              top={headHeight + Math.min(rowWindow.viewHeight, rowWindow.trackHeight)}
            />
          )}
        </div>
      </div>
      <RowTip within={rowWindow.viewportRef} />
      <CellCopy within={rowWindow.viewportRef} />
      {props.message && (
        <div className={`${classes.message} ${isCard ? '' : classes.belowHead}`}>{props.message}</div>
      )}
    </div>
  );
}

function moveByKey<Row>(event: KeyboardEvent<HTMLDivElement>, props: ListGridProps<Row>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  // Arrow keys in a select belong to the select.
  if ((event.target as HTMLElement).closest('[role="combobox"]')) return;
  const { activeIndex, rows, window: rowWindow } = props;
  const last = rows.length.rowCount - 1;
  if (last < 0) return;
  if (event.key === 'Enter') {
    // Enter on a button inside the grid belongs to that button.
    if (event.target === event.currentTarget && activeIndex >= 0) props.onOpen(activeIndex);
    return;
  }
  const pageRows = Math.max(1, Math.floor(rowWindow.viewHeight / rowWindow.rowHeight) - 1);
  const firstSeen = Math.ceil(rowWindow.topRef.current / rowWindow.rowHeight);
  const from = activeIndex < 0 ? firstSeen - 1 : activeIndex;
  const targets: Record<string, number> = {
    ArrowDown: from + 1,
    ArrowUp: Math.max(0, from) - 1,
    PageDown: Math.max(0, from) + pageRows,
    PageUp: from - pageRows,
    Home: 0,
    End: last,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  const next = Math.max(0, Math.min(last, target));
  props.onActivate(next);
  rowWindow.reveal(next);
}

function openByClick<Row>(event: MouseEvent<HTMLDivElement>, props: ListGridProps<Row>): void {
  const target = event.target as HTMLElement;
  const row = target.closest<HTMLElement>('[data-index]');
  const isControl = target.closest(
    'a, button, input, select, textarea, label, [role="button"], [role="combobox"]',
  );
  // Events in portals (a select's options) bubble through React but not through the DOM.
  if (!row || isControl || !event.currentTarget.contains(target)) return;
  // Selecting text to copy it is not a click.
  if (window.getSelection()?.toString()) return;
  const index = Number(row.dataset.index);
  props.onActivate(index);
  props.onOpen(index);
}
