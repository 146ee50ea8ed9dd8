import type { Icon } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuditEventName } from '#shared/audit-names.ts';
import type { LayoutColumn, ListLayout } from '#shared/list-layout.ts';
import type { RecordRef } from '#shared/record-ref.ts';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';

/** Which events add rows to a list. */
export type Growth = {
  /** Each of them adds a row; `any` is every event that the audit log has. */
  addedBy?: readonly AuditEventName[] | 'any';
  /** They may add some, as an import adds as many as its file has: the list asks for its count. */
  recountedAfter?: readonly AuditEventName[];
};

/** What a list is asked for; `undefined` as sort is the order that the server takes by itself. */
export type ListRequest<Sort extends string, Filters extends Record<string, string>> = {
  search: string;
  sort: Sort | `-${Sort}` | undefined;
  filters: Filters;
};

/** Where a page begins; the cursor is that of the page before, where it is known. */
type Place = { offset: number; limit: number; cursor: string | undefined };
type Fetch<Request, Answer> = (request: Request, options: { signal: AbortSignal }) => Promise<Answer>;

export type Page<Row> = { rows: Row[]; nextCursor: string | null };

/**
 * Where a list's rows come from. Everything that is cached of it stands below `queryKey`, whose head is the operation.
 * `Whole` is the record, where a row has only what the list shows of it.
 */
export type ListSource<
  Row,
  Sort extends string,
  Filters extends Record<string, string>,
  Whole extends Row = Row,
> = {
  layout: ListLayout<Row, string, Sort>;
  queryKey: QueryKey;
  growth: Growth;
  fetchPage: Fetch<ListRequest<Sort, Filters> & Place, Page<Row>>;
  fetchCount: Fetch<{ search: string; filters: Filters }, { count: number }>;
  /** The sums of its amounts, by column; without it the list has none. */
  fetchSums?: Fetch<{ search: string; filters: Filters }, Record<string, number>>;
  /** What the server saves as a file: the layout, and the same narrowing as that of a page. */
  exportOf: (request: ListRequest<Sort, Filters>) => {
    layout: ListLayout<never>;
    input: Record<string, string | undefined>;
  };
  /** One record by its id, for a shared address whose record is not among the loaded rows, and for details of parts. */
  fetchRow?: Fetch<string, Whole>;
  /** Given where a row is a part of its record: the details ask for the whole, which is cached under this key. */
  recordKey?: (id: string) => QueryKey;
};

/** A column as a screen draws it. */
export type Column<Row, Sort extends string = string> = Pick<
  LayoutColumn<Row, Sort>,
  'header' | 'sortKey' | 'align' | 'card' | 'record'
> & {
  key: string;
  /** Without it the field's own text is shown, and `emptyCell` where there is none. */
  render?: (row: Row) => ReactNode;
  width: number;
  /** Its words in full, where `render` draws them. */
  textOf?: ((row: Row) => string) | undefined;
  /** The number of a row that is copied, where the column shows one. */
  copyOf?: (row: Row) => string;
  /** Rupees: it stays in sight, and is added up below the rows where the list knows its sums. */
  isAmount: boolean;
};

/** How columns look where the plain value is not enough, by their key. */
export type Cells<Row> = Readonly<Record<string, (row: Row) => ReactNode>>;

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

/**
 * What can be done to a record, from its row and from its details: on the row alone, because it opens the details, or in
 * the details, being rare. Where a row is a part of its record, only those look at the whole.
 */
export type RowAction<Row, Whole extends Row = Row> =
  | (Act<Row> & { place?: 'row' })
  | (Act<Whole> & { place: 'details' });

type Act<Row> = {
  label: string;
  icon: 'edit' | 'view' | 'delete' | Icon;
  /** Who has it; without it whoever sees the list. */
  isFor?: (role: Role) => boolean;
  /** The sentence why this row does not allow it to this person, or null when it does. */
  disabledReason?: (row: Row, actorId: string) => string | null;
  /** Its name and icon on this row, where one place serves two opposite acts. */
  onRow?: (row: Row) => { label: string; icon: Icon };
  tone?: 'danger';
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

type EmptyNext = { label: string; to: string };

export type DetailField = {
  label: string;
  /** The key of the column that shows the same: a list that has it gives the field its heading. */
  column?: string;
  /** Where there is none, '-' stands: a field that is left out looks like one that was forgotten. */
  value: ReactNode;
  /** Text for a copy button beside the value. */
  copy?: string | null;
  /** The record that the value is the number of. */
  record?: RecordRef | null;
};

/** What a screen declares to ListScreen. */
export type ListScreenProps<
  Row,
  Sort extends string = string,
  Filters extends Record<string, string> = Record<string, string>,
  Whole extends Row = Row,
> = {
  title: string;
  description?: ReactNode;
  searchPlaceholder: string;
  emptyMessage: string;
  /** What this list is for, where nothing is listed at all. */
  emptyHelp: string;
  /** Where its first row comes from; its primary action unless named. Who has no such desk is not led there. */
  emptyNext?: EmptyNext;
  /** Stands where a field has no value; '-' unless the screen's own specification says otherwise. */
  emptyCell?: string;
  cells?: Cells<Row>;
  filters?: ListFilters<Filters>;
  list: ListSource<Row, Sort, Filters, Whole>;
  /** By default its field `id`. */
  rowId?: (row: Row) => string;
  /** How a person names the row: heads its details and says which row an action is for. */
  rowLabel: (row: Row) => string;
  /** The fields of the details dialog, after the columns that are not among them. */
  details?: (row: Whole) => DetailField[];
  /** Stands below the fields: pictures, a record's own actions. */
  detailsExtra?: (row: Whole) => ReactNode;
  rowActions?: readonly RowAction<Row, Whole>[];
  /** Before the icons of `rowActions`. */
  actionsCell?: ActionsCell<Row>;
  toolbarActions?: readonly ToolbarAction[];
  /** Between the heading and the search box: figures, tabs. */
  children?: ReactNode;
};

/** An operation as `api` has it. */
type Operation<Input, Output> = {
  call: Fetch<Input, Output>;
  /** Begins with the operation's place in the contract. */
  key: () => QueryKey;
};
type Narrowing<Filters, Fixed> = { search: string } & Filters & Fixed;
type PageInput<Sort extends string, Filters, Fixed> = Narrowing<Filters, Fixed> &
  Pick<ListRequest<Sort, never>, 'sort'> &
  Place;

type Operations<Row, Sort extends string, Filters, Fixed, Whole extends Row> = Growth & {
  /** Names the export, which repeats the input of the page. */
  layout: ListLayout<Row, string, NoInfer<Sort>>;
  page: Operation<PageInput<Sort, Filters, Fixed>, Page<Row>>;
  count: Operation<Narrowing<Filters, Fixed>, { count: number }>;
  /** The sums of its amounts, by column. */
  sums?: Operation<Narrowing<Filters, Fixed>, Record<string, number>>;
  /** One record by its id, for a shared address whose record is not among the loaded rows, and for details of parts. */
  row?: Operation<{ id: string }, Whole>;
  /** As in `ListSource`. */
  recordKey?: (id: string) => QueryKey;
  /** What every request of this list says besides, such as `{ stage: 'printed' }`. */
  fixed?: Fixed;
  /** The order until somebody chooses one, where it is not the server's. */
  sort?: ListRequest<Sort, never>['sort'];
};

/** Where a list's rows come from: the operations that page, count and find them, as `api` has them. */
export function listSource<
  Row,
  Sort extends string = never,
  Filters extends Record<string, string> = Record<never, string>,
  Fixed extends Record<string, string | undefined> = Record<never, string>,
  Whole extends Row = Row,
>(list: Operations<Row, Sort, Filters, Fixed, Whole>): ListSource<Row, Sort, Filters, Whole> {
  // A day that is not chosen narrows nothing, and is no day to the server.
  const narrowing = (search: string, filters: Filters) => {
    const chosen = Object.entries(filters).filter(([, value]) => value !== '');
    return { search, ...Object.fromEntries(chosen), ...list.fixed } as Narrowing<Filters, Fixed>;
  };
  return {
    layout: list.layout,
    queryKey: [list.page.key()[0], JSON.stringify({ ...list.fixed, sort: list.sort })],
    growth: { addedBy: list.addedBy, recountedAfter: list.recountedAfter },
    fetchPage: ({ search, filters, sort = list.sort, offset, limit, cursor }, options) =>
      list.page.call({ ...narrowing(search, filters), sort, offset, limit, cursor }, options),
    fetchCount: ({ search, filters }, options) => list.count.call(narrowing(search, filters), options),
    fetchSums:
      list.sums && (({ search, filters }, options) => list.sums!.call(narrowing(search, filters), options)),
    exportOf: ({ search, filters, sort = list.sort }) => ({
      layout: list.layout,
      input: { ...narrowing(search, filters), sort },
    }),
    fetchRow: list.row && ((id, options) => list.row!.call({ id }, options)),
    recordKey: list.recordKey,
  };
}

/** The View icon of a list: it opens the row's details, as a click on the row does. */
export const viewAction = { label: t`View`, icon: 'view', place: 'row', onClick: 'details' } as const;

/**
 * Edit or Delete of records that are never edited or deleted: it stands in the row, where it is looked for, and says
 * what to do instead. An auditor only looks.
 */
export function never(
  icon: 'edit' | 'delete',
  sentence: string,
  isFor: (role: Role) => boolean = (role) => role !== 'auditor',
): RowAction<unknown> {
  const label = icon === 'edit' ? t`Edit` : t`Delete`;
  return { label, icon, isFor, place: 'row', onClick: () => {}, disabledReason: () => sentence };
}

/** Rows are records; one that has no id needs a `rowId`. */
export function idOf(row: unknown): string {
  return (row as { id: string }).id;
}
