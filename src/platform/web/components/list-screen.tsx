import { Title } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useStockWords } from '#platform/web/languages/stock-words.tsx';
import { columnsOf, hasStockWords } from './list/columns-of.tsx';
import { ListTable, type ListTableProps } from './list/list-table.tsx';
import { useWantedPages } from './list/page-plan.ts';
import { useIsQueue } from './list/use-is-queue.ts';
import { useListAddress } from './list/use-list-address.ts';
import { useListRows } from './list/use-list-rows.ts';
import type { ListScreenProps } from './list.tsx';
import classes from './list-screen.module.css';
import { PageHeader } from './page.tsx';
import { ToolbarButton } from './toolbar-button.tsx';

/**
 * A list of any length: search while typing; filters, order and open record in the URL; exact count, details, keys.
 * Declare its configuration outside of the component where possible, to avoid re-renders.
 */
export function ListScreen<
  Row,
  Sort extends string,
  Filters extends Record<string, string>,
  Whole extends Row = Row,
>(props: ListScreenProps<Row, Sort, Filters, Whole>) {
  return (
    <section className={classes.screen}>
      <PageHeader
        title={props.title}
        description={props.description}
        actions={props.toolbarActions?.map((action) => <ToolbarButton key={action.label} {...action} />)}
      />
      {props.children}
      <AddressedTable {...props} />
    </section>
  );
}

type ListSectionProps<
  Row,
  Sort extends string,
  Filters extends Record<string, string>,
  Whole extends Row,
> = Omit<ListScreenProps<Row, Sort, Filters, Whole>, 'description' | 'searchPlaceholder'> & {
  /** Omit where another list of the page has the shared search box. */
  searchPlaceholder?: string;
  /** Prefix of the URL parameters of a page's second list. */
  addressName?: string;
  /** For few rows. */
  isShort?: boolean;
};

/** The same list as a section of a scrolling page: with its own heading and a fixed height. */
export function ListSection<
  Row,
  Sort extends string,
  Filters extends Record<string, string>,
  Whole extends Row = Row,
>(props: ListSectionProps<Row, Sort, Filters, Whole>) {
  return (
    <section className={classes.section} data-short={props.isShort || undefined} aria-label={props.title}>
      <Title order={2} fz="1rem">
        {props.title}
      </Title>
      {props.children}
      <AddressedTable {...props} />
    </section>
  );
}

/**
 * The table, with its state in the page's URL. Its rows are requested first: everything else renders while they load.
 */
function AddressedTable<Row, Sort extends string, Filters extends Record<string, string>, Whole extends Row>(
  props: ListSectionProps<Row, Sort, Filters, Whole>,
) {
  const { list, cells, filters, addressName } = props;
  const sayStockWord = useStockWords(hasStockWords(list.layout));
  const control = useListAddress<Sort, Filters>(list.layout, filters, addressName);
  const isQueue = useIsQueue(control.address.filters);
  const columns = useMemo(
    () => columnsOf(list.layout, cells, { sayStockWord, isQueue }),
    [list.layout, cells, sayStockWord, isQueue],
  );
  const placeKey = useRouterState({ select: (state) => state.location.state.__TSR_key ?? '' });
  const { address, unfiltered } = control;
  const request = useMemo(
    () => ({ search: address.search, sort: address.sort, filters: address.filters }),
    [address.search, address.sort, address.filters],
  );
  const wanted = useWantedPages(JSON.stringify(request));
  const rows = useListRows({ source: list, request, unfiltered, wantedPages: wanted.pages });
  const { fetchAhead } = rows;
  const searched = useMemo(
    () => ({
      ...control,
      search: (search: string) => {
        fetchAhead({ ...request, search });
        control.search(search);
      },
    }),
    [control, request, fetchAhead],
  );
  const [isReady, setIsReady] = useState(!rows.isFirstLoad);
  useEffect(() => setIsReady(true), []);
  if (!isReady) return null;
  const table = { ...props, columns, control: searched, request, rows, wanted };
  return (
    <ListTable
      // It passes sorts and filters through as plain text; the URL parser ensures that only declared values get in. Nor
      // does it inspect records: its details get the whole record.
      {...(table as unknown as ListTableProps<Row>)}
      hasViews={addressName === undefined && props.searchPlaceholder !== undefined}
      historyKey={addressName === undefined ? placeKey : `${placeKey} ${addressName}`}
    />
  );
}
