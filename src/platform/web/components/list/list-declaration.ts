import type { Icon } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ListLayout } from '#shared/list-layout.ts';
import type { Role } from '#shared/roles.ts';
import type { Growth } from './new-rows.ts';

/** What a list is asked for; `undefined` as sort is the order that the server takes by itself. */
export type ListRequest<Sort extends string, Filters extends Record<string, string>> = {
  search: string;
  sort: Sort | `-${Sort}` | undefined;
  filters: Filters;
};

export type Page<Row> = { rows: Row[]; nextCursor: string | null };

/** Where a list's rows come from. Everything that is cached of it stands below `queryKey`, whose head is the operation. */
export type ListSource<Row, Sort extends string, Filters extends Record<string, string>> = {
  /** Of its layout and its export, such as `total-applications`. */
  name: string;
  queryKey: QueryKey;
  growth: Growth;
  fetchPage: (
    request: ListRequest<Sort, Filters> & { offset: number; limit: number; cursor: string | undefined },
    options: { signal: AbortSignal },
  ) => Promise<Page<Row>>;
  fetchCount: (
    request: { search: string; filters: Filters },
    options: { signal: AbortSignal },
  ) => Promise<{ count: number }>;
  /** The sums of its amounts, by column; without it the list has none. */
  fetchSums?: (
    request: { search: string; filters: Filters },
    options: { signal: AbortSignal },
  ) => Promise<Record<string, number>>;
  /** What the server saves as a file: the layout, and the same narrowing as that of a page. */
  exportOf: (request: ListRequest<Sort, Filters>) => {
    layout: ListLayout<never>;
    input: Record<string, string | undefined>;
  };
  /** One row by its id, for a shared address whose record is not among the loaded rows. */
  fetchRow?: (id: string, options: { signal: AbortSignal }) => Promise<Row>;
};

export type Column<Row, Sort extends string> = {
  /** A field of the row, or any name when `render` is given. */
  key: string;
  header: string;
  /** Without it the field's own text is shown, and `emptyCell` where there is none. */
  render?: (row: Row) => ReactNode;
  /** What the server calls this column when it sorts by it; without it the header is no button. */
  sortKey?: Sort;
  /** Pixels that it never falls below; what is left over is shared in proportion. */
  width: number;
  align?: 'left' | 'right' | 'center';
  /** Rupees: it stays in sight, and is added up below the rows where the list knows its sums. */
  isAmount?: boolean;
  /** Its place on a phone's card. By default the first column is the title and the next ones lines. */
  card?: 'title' | 'badge' | 'line' | 'hidden';
};

/** A select above the list whose choice stands in the address under its key; the first option is the default. */
type SelectFilter<Value extends string = string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  /** Shown as a box to tick: the second option of two. */
  isTicked?: boolean;
  /** The filter that would contradict it, and goes back to its default. */
  replaces?: string;
};

export type SelectFilters<Filters extends Record<string, string>> = {
  [Key in keyof Filters]: SelectFilter<Filters[Key]>;
};

/** A day above the list, `yyyy-mm-dd` in the address; without one the list is not narrowed by it. */
type DayFilter = { label: string; kind: 'day' };

export type ListFilter<Value extends string = string> = SelectFilter<Value> | DayFilter;

export type ListFilters<Filters extends Record<string, string>> = {
  [Key in keyof Filters]: ListFilter<Filters[Key]>;
};

/** What can be done to a record, from its row and from its details. */
export type RowAction<Row> = {
  label: string;
  icon: 'edit' | 'view' | 'delete' | Icon;
  /** Who has it; without it whoever sees the list. */
  isFor?: (role: Role) => boolean;
  /** The sentence why this row does not allow it to this person, or null when it does. */
  disabledReason?: (row: Row, actorId: string) => string | null;
  /** Its name and icon on this row, where one place serves two opposite acts. */
  onRow?: (row: Row) => { label: string; icon: Icon };
  tone?: 'danger';
  /** Where it stands if not on both: on the row alone, because it opens the details; or in the details, being rare. */
  place?: 'row' | 'details';
} & Deed<Row>;

/** What a press of an action does. */
type Deed<Row> =
  | { onClick: ((row: Row) => void) | 'details'; to?: never; dialog?: never }
  /** The address of the page that it opens. */
  | { to: (row: Row) => string; onClick?: never; dialog?: never }
  /** What is asked first. */
  | { dialog: (row: Row, onClose: () => void) => ReactNode; onClick?: never; to?: never };

/** What stands under Actions where it is more than icons; on a phone it belongs into the details. */
export type ActionsCell<Row> = {
  /** Pixels. */
  width: number;
  /** Tab reaches the controls of the active row only, so that a list is one stop and not hundreds. */
  render: (row: Row, isReachable: boolean) => ReactNode;
};

export type ToolbarAction = {
  label: string;
  icon?: Icon;
  /** Shown filled; a list has at most one. */
  isPrimary?: boolean;
  /** Why it cannot be used, or null. */
  reason?: string | null;
} & (
  | { to: string; onClick?: never; links?: never; dialog?: never }
  | { onClick: () => void; to?: never; links?: never; dialog?: never }
  /** A menu of pages. */
  | { links: readonly { label: string; to: string }[]; to?: never; onClick?: never; dialog?: never }
  | { dialog: (onClose: () => void) => ReactNode; to?: never; onClick?: never; links?: never }
);

export type DetailField = {
  label: string;
  /** Where there is none, '-' stands: a field that is left out looks like one that was forgotten. */
  value: ReactNode;
  /** Text for a copy button beside the value. */
  copy?: string | null;
};

/** What a screen declares to ListScreen. */
export type ListScreenProps<
  Row,
  Sort extends string = string,
  Filters extends Record<string, string> = Record<string, string>,
> = {
  title: string;
  description?: ReactNode;
  searchPlaceholder: string;
  emptyMessage: string;
  /** Stands where a field has no value; '-' unless the screen's own specification says otherwise. */
  emptyCell?: string;
  columns: readonly Column<Row, Sort>[];
  filters?: ListFilters<Filters>;
  list: ListSource<Row, Sort, Filters>;
  /** By default its field `id`. */
  rowId?: (row: Row) => string;
  /** How a person names the row: heads its details and says which row an action is for. */
  rowLabel: (row: Row) => string;
  /** All fields of the details dialog; by default those of the columns. */
  details?: (row: Row) => DetailField[];
  /** Stands below the fields: pictures, a record's own actions. */
  detailsExtra?: (row: Row) => ReactNode;
  rowActions?: readonly RowAction<Row>[];
  /** Before the icons of `rowActions`. */
  actionsCell?: ActionsCell<Row>;
  toolbarActions?: readonly ToolbarAction[];
  /** Between the heading and the search box: figures, tabs. */
  children?: ReactNode;
};
