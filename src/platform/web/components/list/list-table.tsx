import { Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatCount, formatDay } from '#shared/format.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { type Column, idOf, type ListRequest, type ListScreenProps } from '../list.tsx';
import { fieldsOf } from './columns-of.tsx';
import { ListBar } from './list-bar.tsx';
import { ListDetails } from './list-details.tsx';
import { ExportStrip } from './list-export.tsx';
import { headHeight, ListGrid, rowHeights } from './list-grid.tsx';
import { countSentence } from './list-length.ts';
import { NoRowsMessage } from './list-message.tsx';
import { ListPrint, usePrintedRows } from './list-print.tsx';
import { SumsLine, sumsHeight } from './list-sums.tsx';
import classes from './list-table.module.css';
import { useNewRows } from './new-rows.ts';
import { usePageDemand, type WantedPages } from './page-plan.ts';
import { useRowActions } from './row-actions.tsx';
import type { ListAddressControl } from './use-list-address.ts';
import { cardHeightOf, useListColumns } from './use-list-columns.ts';
import type { ListRows } from './use-list-rows.ts';
import { firstSeen, useRowWindow } from './use-row-window.ts';

type AnyFilters = Record<string, string>;

/** Scroll position by history entry, while the page stays loaded: Back restores it. */
const places = new Map<string, number>();

export type ListTableProps<Row> = Omit<
  ListScreenProps<Row, string, AnyFilters>,
  'description' | 'searchPlaceholder' | 'children' | 'cells'
> & {
  columns: readonly Column<Row>[];
  searchPlaceholder?: string;
  control: ListAddressControl<string, AnyFilters>;
  request: ListRequest<string, AnyFilters>;
  rows: ListRows<Row>;
  wanted: WantedPages;
  /** Whether its state can be saved as a view: only for a page's first list with search. */
  hasViews: boolean;
  /** Key of the remembered scroll position. */
  historyKey: string;
};

/** Everything below a list's heading. Scrolling renders this and not the declaring screen. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { control, list, request, wanted, rows, emptyCell = '-', rowId = idOf } = props;
  const { actions, dialog } = useRowActions(props.rowActions ?? noActions, rowId);
  const [rowActions, detailActions] = useMemo(
    () => [
      actions.filter(({ place }) => place !== 'details'),
      actions.filter(({ place }) => place !== 'row'),
    ],
    [actions],
  );
  const { address, unfiltered } = control;
  const columns = useListColumns({
    name: list.layout.name,
    columns: props.columns,
    hasViews: props.hasViews,
  });
  const isBeside = useMediaQuery('(min-width: 100em)', false, { getInitialValueInEffect: false });
  const isCard = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  // Without rows the window is empty; it keeps its scroll position until there are some.
  const rowCount = rows.isFirstLoad || rows.failure !== null ? 0 : rows.length.rowCount;
  const hasSums = list.fetchSums !== undefined && !rows.isFirstLoad && rows.failure === null;
  const [initialTop] = useState(() => places.get(props.historyKey) ?? 0);
  const rowWindow = useRowWindow({
    rowCount,
    rowHeight: isCard ? cardHeightOf(columns.card) : rowHeights[columns.density],
    fixedHeight: isCard ? 0 : headHeight + (hasSums ? sumsHeight : 0),
    initialTop,
  });
  usePageDemand({ range: rowWindow.range, rowCount }, wanted);
  const { historyKey } = props;
  useEffect(
    () => () => {
      places.set(historyKey, rowWindow.topRef.current);
    },
    [historyKey, rowWindow.topRef],
  );

  const [activeIndex, setActiveIndex] = useState(-1);
  const shownBefore = useRef(rows.shownKey);
  useLayoutEffect(() => {
    if (shownBefore.current === rows.shownKey) return;
    shownBefore.current = rows.shownKey;
    setActiveIndex(-1);
    rowWindow.scrollTo(0);
  }, [rows.shownKey, rowWindow.scrollTo]);

  const isNarrowed =
    request.search !== '' || JSON.stringify(request.filters) !== JSON.stringify(unfiltered.filters);
  const sentence = countSentence({ found: rows.length, total: rows.total, isNarrowed });
  const isEmpty = !rows.isFirstLoad && rows.failure === null && rows.length.rowCount === 0;

  const focusRows = useCallback(() => rowWindow.viewportRef.current?.focus(), [rowWindow.viewportRef]);
  const enterRows = useCallback(() => {
    focusRows();
    setActiveIndex((current) => Math.max(0, current));
  }, [focusRows]);
  const announced = useNewRows({
    source: list,
    unfiltered,
    isNarrowed,
    shown: { at: rows.fetchedAt(0), total: rows.total },
  });
  const showNew = useCallback(() => {
    announced.showNew();
    rowWindow.scrollTo(0);
    // The pill disappears, and the keyboard focus must not be lost with it.
    focusRows();
  }, [announced.showNew, rowWindow.scrollTo, focusRows]);
  const openAt = (index: number, step?: 'replace') => {
    const row = rows.rowAt(index);
    if (!row) return;
    setActiveIndex(index);
    rowWindow.reveal(index);
    control.open(rowId(row), step);
  };

  const activate = (index: number) => {
    setActiveIndex(index);
    const row = rows.rowAt(index);
    // With details beside the list, the open record follows the active row.
    if (isBeside && address.open !== undefined && row) control.open(rowId(row), 'replace');
  };
  const closeRecord = () => {
    control.open(undefined, 'replace');
    if (isBeside) focusRows();
  };
  const { printed, print } = usePrintedRows({ source: list, request, rows });

  return (
    <>
      <ListBar
        title={props.title}
        list={list}
        searchPlaceholder={props.searchPlaceholder}
        filters={props.filters}
        columns={columns}
        control={control}
        hasViews={props.hasViews}
        isCard={isCard}
        request={request}
        newCount={announced.newCount}
        onShowNew={showNew}
        onLeaveSearch={enterRows}
        reason={exportReason({ ...rows, isEmpty })}
        rowCount={rows.length.atLeast}
        onPrint={print}
      />
      <ExportStrip />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the record from anywhere beside it */}
      <div
        className={classes.split}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isBeside && address.open !== undefined) closeRecord();
        }}
      >
        <div className={classes.main}>
          <div className={classes.rows} data-full={rows.isFirstLoad || undefined}>
            <ListGrid
              label={props.title}
              control={columns}
              card={isCard ? columns.card : undefined}
              actions={rowActions}
              actionsCell={props.actionsCell}
              emptyCell={emptyCell}
              rows={rows}
              rowId={rowId}
              rowName={props.rowLabel}
              window={rowWindow}
              hasSums={hasSums}
              sort={address.sort}
              onSort={control.sortBy}
              activeIndex={activeIndex}
              onActivate={activate}
              onOpen={openAt}
              message={
                rows.failure !== null || isEmpty ? (
                  <NoRowsMessage
                    {...props}
                    failure={rows.failure}
                    onRetry={rows.retry}
                    search={request.search}
                    onClear={control.clear}
                    isNarrowed={isNarrowed}
                  />
                ) : null
              }
            />
          </div>
          <footer className={classes.footer}>
            <Text size="sm" c="dimmed" component="span">
              {rowCount === 0 && !isEmpty ? '' : sentence}
              {rowCount > 0 && !rows.length.isExact && rows.isCounting && t` · counting…`}
            </Text>
            {hasSums && isCard && <SumsLine columns={columns.drawn} sums={rows.sums} />}
            {rowCount > 100 && (
              <Text size="sm" c="dimmed" component="span" className={classes.position} aria-hidden>
                {t`row ${formatCount(firstSeen(rowWindow.range) + 1)}`}
              </Text>
            )}
          </footer>
        </div>
        <ListDetails
          openId={address.open}
          isBeside={isBeside}
          source={list}
          rows={rows}
          rowId={rowId}
          rowLabel={props.rowLabel}
          fields={(row) => fieldsOf(props.columns, row, { declared: props.details?.(row), emptyCell })}
          head={props.detailsHead}
          extra={props.detailsExtra}
          actions={detailActions}
          onStep={(index) => openAt(index, 'replace')}
          onClose={closeRecord}
        />
      </div>
      <VisuallyHidden role="status">
        {isNarrowed && !rows.isOutdated && !rows.isFirstLoad && rows.length.isExact
          ? isEmpty
            ? props.emptyMessage
            : sentence
          : newRowsSentence(announced.newCount)}
      </VisuallyHidden>
      {dialog}
      {printed && (
        <ListPrint
          printed={printed}
          columns={columns.drawn}
          emptyCell={emptyCell}
          sums={hasSums ? rows.sums : undefined}
          words={[props.title, ...narrowingWords(request, props.filters), sentence]}
        />
      )}
    </>
  );
}

const noActions: readonly never[] = [];

/** Why the list cannot be exported as currently filtered, or null. */
function exportReason(
  rows: Pick<ListRows<never>, 'failure' | 'length' | 'isOutdated'> & { isEmpty: boolean },
) {
  if (rows.failure !== null) return t`The list could not be loaded.`;
  if (rows.isOutdated || !rows.length.isExact) return t`The rows are still being counted.`;
  return rows.isEmpty ? t`Nothing to export` : null;
}

function newRowsSentence(newCount: number): string {
  return newCount > 0 ? t`${formatCount(newCount)} new` : '';
}

function narrowingWords(
  request: ListRequest<string, AnyFilters>,
  filters: ListTableProps<never>['filters'],
): string[] {
  const search = request.search === '' ? [] : [t`Search: ${request.search}`];
  const choices = Object.entries(filters ?? {}).flatMap(([key, filter]) => {
    if ('kind' in filter) {
      const day = request.filters[key];
      return day ? [`${translateLabel(filter.label)}: ${formatDay(day)}`] : [];
    }
    const chosen = filter.options.find((option) => option.value === request.filters[key]);
    return chosen && chosen !== filter.options[0]
      ? [`${translateLabel(filter.label)}: ${translateLabel(chosen.label)}`]
      : [];
  });
  return [...search, ...choices];
}
