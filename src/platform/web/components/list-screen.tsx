import { Title } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useStockWords } from '#platform/web/languages/stock-words.tsx';
import { columnsOf, hasStockWords } from './list/columns-of.tsx';
import { ListTable, type ListTableProps } from './list/list-table.tsx';
import { useWantedPages } from './list/page-plan.ts';
import { useListAddress } from './list/use-list-address.ts';
import { useListRows } from './list/use-list-rows.ts';
import type { ListScreenProps } from './list.tsx';
import classes from './list-screen.module.css';
import { PageHeader } from './page.tsx';
import { ToolbarButton } from './toolbar-button.tsx';

/**
 * A list of any length: search while typing, filters, order and open record in the address, exact count, details,
 * keys. A screen declares what it shows; declarations that stand outside its component are drawn least often.
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
  /** Left out where another list of the page has the search box that both share. */
  searchPlaceholder?: string;
  /** Of the second list of a page, before its part of the address. */
  addressName?: string;
  /** For few rows. */
  isShort?: boolean;
};

/** The same list as one part of a page that scrolls: under a heading of its own, in a window of fixed height. */
export function ListSection<
  Row,
  Sort extends string,
  Filters extends Record<string, string>,
  Whole extends Row = Row,
>(props: ListSectionProps<Row, Sort, Filters, Whole>) {
  return (
    <section className={classes.section} data-short={props.isShort || undefined} aria-label={props.title}>
      <Title order={2} className={classes.sectionTitle}>
        {props.title}
      </Title>
      {props.children}
      <AddressedTable {...props} />
    </section>
  );
}

/** The rows, with their state in the address of the page. They are asked for first: while they come, all else is drawn. */
function AddressedTable<Row, Sort extends string, Filters extends Record<string, string>, Whole extends Row>(
  props: ListSectionProps<Row, Sort, Filters, Whole>,
) {
  const { list, cells, filters, addressName } = props;
  const sayStockWord = useStockWords(hasStockWords(list.layout));
  const columns = useMemo(
    () => columnsOf(list.layout, cells, sayStockWord),
    [list.layout, cells, sayStockWord],
  );
  const control = useListAddress<Sort, Filters>(list.layout, filters, addressName);
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
  const [isAsked, setIsAsked] = useState(!rows.isFirstLoad);
  useEffect(() => setIsAsked(true), []);
  if (!isAsked) return null;
  const table = { ...props, columns, control: searched, request, rows, wanted };
  return (
    <ListTable
      // It carries sorts and filters through without looking at them, so it knows them as plain text; that only declared
      // values get through is the address parser's care. Nor does it look at records: its details get the whole.
      {...(table as unknown as ListTableProps<Row>)}
      hasViews={addressName === undefined && props.searchPlaceholder !== undefined}
      placeKey={addressName === undefined ? placeKey : `${placeKey} ${addressName}`}
    />
  );
}
