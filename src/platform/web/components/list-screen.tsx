import { Button, Title } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { ActionButton, DialogButton } from './action-button.tsx';
import { LinkMenu, useLinkProps } from './links.tsx';
import { ListTable, type ListTableProps } from './list/list-table.tsx';
import { useListAddress } from './list/use-list-address.ts';
import { columnsOf, type ListScreenProps, type ToolbarAction } from './list.tsx';
import classes from './list-screen.module.css';
import { PageHeader } from './page.tsx';

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
> = Omit<
  ListScreenProps<Row, Sort, Filters, Whole>,
  'description' | 'toolbarActions' | 'searchPlaceholder'
> & {
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

/** The rows, with their state in the address of the page. */
function AddressedTable<Row, Sort extends string, Filters extends Record<string, string>, Whole extends Row>(
  props: ListSectionProps<Row, Sort, Filters, Whole>,
) {
  const { list, cells, filters, addressName } = props;
  const columns = useMemo(() => columnsOf(list.layout, cells), [list.layout, cells]);
  const control = useListAddress<Sort, Filters>(list.layout, filters, addressName);
  const placeKey = useRouterState({ select: (state) => state.location.state.__TSR_key ?? '' });
  const table = { ...props, columns, control };
  return (
    <ListTable
      // It carries sorts and filters through without looking at them, so it knows them as plain text; that only declared
      // values get through is the address parser's care. Nor does it look at records: its details get the whole.
      {...(table as unknown as ListTableProps<Row>)}
      placeKey={addressName === undefined ? placeKey : `${placeKey} ${addressName}`}
    />
  );
}

/** An action beside a page's heading. */
export function ToolbarButton(action: ToolbarAction) {
  const Picture = action.icon;
  const look = {
    variant: action.isPrimary ? 'filled' : 'default',
    leftSection: Picture && <Picture size={16} aria-hidden />,
  };
  const reason = action.reason ?? null;
  if (action.links !== undefined && reason === null) {
    return <LinkMenu label={action.label} links={action.links} {...look} />;
  }
  if (action.dialog) {
    return (
      <DialogButton {...look} reason={reason} dialog={action.dialog}>
        {action.label}
      </DialogButton>
    );
  }
  if (action.to !== undefined && reason === null) {
    return (
      <LinkButton to={action.to} {...look}>
        {action.label}
      </LinkButton>
    );
  }
  return (
    <ActionButton {...look} reason={reason} onClick={action.onClick}>
      {action.label}
    </ActionButton>
  );
}

function LinkButton(props: { to: string; variant: string; leftSection: ReactNode; children: ReactNode }) {
  const { to, children, ...look } = props;
  return (
    <Button component="a" {...look} {...useLinkProps(to)}>
      {children}
    </Button>
  );
}
