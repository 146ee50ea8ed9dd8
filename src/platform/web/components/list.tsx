import type { Icon } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuditEventName } from '#shared/audit-names.ts';
import type { LayoutColumn, ListLayout } from '#shared/list-layout.ts';
import { mayUse, type Permission } from '#shared/permissions.ts';
import type { RecordRef } from '#shared/record-kinds.ts';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';

/** Which events add rows to a list. */
export type Growth = {
  /** Each of these events adds a row; `any` means every audited event. */
  addedBy?: readonly AuditEventName[] | 'any';
  /** These may add any number of rows, as an import does: the list refetches its count. */
  recountedAfter?: readonly AuditEventName[];
};

/** The parameters of a list; `sort` undefined is the server's default order. */
export type ListRequest<Sort extends string, Filters extends Record<string, string>> = {
  search: string;
  sort: Sort | `-${Sort}` | undefined;
  filters: Filters;
};

/** Where a page begins; the cursor comes from the page before, if known. */
type PagePosition = { offset: number; limit: number; cursor: string | undefined };
type Fetch<Request, Answer> = (request: Request, options: { signal: AbortSignal }) => Promise<Answer>;

export type Page<Row> = { rows: Row[]; nextCursor: string | null };

/**
 * The source of a list's rows. All its queries are cached below `queryKey`, which begins with the operation. `Whole` is
 * the full record, if a row has only a part of it.
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
  fetchPage: Fetch<ListRequest<Sort, Filters> & PagePosition, Page<Row>>;
  fetchCount: Fetch<{ search: string; filters: Filters }, { count: number }>;
  /** The sums of its amounts, by column; without it the list has none. */
  fetchSums?: Fetch<{ search: string; filters: Filters }, Record<string, number>>;
  /** The list's export: the layout, and the same filters as those of a page. */
  exportOf: (request: ListRequest<Sort, Filters>) => {
    layout: ListLayout<never>;
    input: Record<string, string | undefined>;
  };
  /** One record by id: for a shared URL whose record is not loaded, and for the details of partial rows. */
  fetchRow?: Fetch<string, Whole>;
  /** For rows that are parts of a record: the details fetch the whole record, cached under this key. */
  recordKey?: (id: string) => QueryKey;
};

/** A column of the list on screen. */
export type Column<Row, Sort extends string = string> = Pick<
  LayoutColumn<Row, Sort>,
  'header' | 'sortKey' | 'align' | 'card' | 'record' | 'isFile' | 'isSentence'
> & {
  key: string;
  /** Without it, the field's own text or `emptyCell`. */
  render?: (row: Row) => ReactNode;
  /** Its text, as in the exported file. */
  textOf: (row: Row) => string;
  /** The number to copy, if the column shows one. */
  copyOf?: (row: Row) => string;
  /** Rupees: summed below the rows if the list has sums. */
  isAmount: boolean;
  /** How long the row has waited. */
  isAge: boolean;
};

/** Renderers for columns whose plain value is not enough, by key. */
export type Cells<Row> = Readonly<Record<string, (row: Row) => ReactNode>>;

/** A select above the list, with its value in the URL under its key; the first option is the default. */
type SelectFilter<Value extends string = string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  /** Shown as a checkbox for the second of two options. */
  isTicked?: boolean;
  /** A filter that would contradict it; it is reset to its default. */
  replaces?: string;
};

export type SelectFilters<Filters extends Record<string, string>> = {
  [Key in keyof Filters]: SelectFilter<Filters[Key]>;
};

/** A date filter, `yyyy-mm-dd` in the URL; empty means no filter. */
type DayFilter = { label: string; kind: 'day' };

export type ListFilter<Value extends string = string> = SelectFilter<Value> | DayFilter;

export type ListFilters<Filters extends Record<string, string>> = {
  [Key in keyof Filters]: ListFilter<Filters[Key]>;
};

/**
 * An action on a record, in its row and its details: `row` only, because it opens the details, or `details` only,
 * because it is rare. If rows are partial, only details actions get the whole record.
 */
export type RowAction<Row, Whole extends Row = Row> =
  | (Act<Row> & { place?: 'row' })
  | (Act<Whole> & { place: 'details' });

type Act<Row> = {
  label: string;
  icon: 'edit' | 'view' | 'delete' | Icon;
  /** Who has the action, or the permission that it takes; by default everyone who sees the list. */
  isFor?: Permission | ((role: Role) => boolean);
  /** Why the action is disabled for this row and person, or null. */
  disabledReason?: (row: Row, actorId: string) => string | null;
  /** Label and icon for this row, where one position serves two opposite actions. */
  onRow?: (row: Row) => { label: string; icon: Icon };
  tone?: 'danger';
} & ActionTarget<Row>;

/** What activating an action does. */
type ActionTarget<Row> =
  | { onClick: ((row: Row) => void) | 'details'; to?: never; dialog?: never }
  /** The URL of a page to open. */
  | { to: (row: Row) => string; onClick?: never; dialog?: never }
  /** A dialog to open first. */
  | { dialog: (row: Row, onClose: () => void) => ReactNode; onClick?: never; to?: never };

/**
 * Custom content of the Actions column; on a phone it is in the details. Only the active row's controls are tabbable, so
 * that a list is one tab stop and not hundreds.
 */
export type ActionsCell<Row> = (row: Row, isReachable: boolean) => ReactNode;

export type ToolbarAction = {
  label: string;
  icon?: Icon;
  /** Shown filled; at most one for each list. */
  isPrimary?: boolean;
  /** Why it is disabled, or null. */
  reason?: string | null;
} & (
  | { to: string; onClick?: never; links?: never; dialog?: never }
  | { onClick: () => void; to?: never; links?: never; dialog?: never }
  /** A menu of pages. */
  | { links: readonly { label: string; to: string }[]; to?: never; onClick?: never; dialog?: never }
  | { dialog: (onClose: () => void) => ReactNode; to?: never; onClick?: never; links?: never }
);

type EmptyStateLink = { label: string; to: string };

/** The part of a record: `facts` are the five at its head, `technical` ones open on request. */
export type FieldGroup =
  | 'facts'
  | 'certificate'
  | 'candidate'
  | 'course'
  | 'money'
  | 'files'
  | 'numbers'
  | 'steps'
  | 'technical';

export type DetailField = {
  label: string;
  /** The key of the column that shows the same value, which is not listed again. */
  column?: string;
  /** '-' is shown for no value: an omitted field would look forgotten. */
  value: ReactNode;
  /** Text for a copy button beside the value. */
  copy?: string | null;
  /** The record that this number belongs to. */
  record?: RecordRef | null;
  group?: FieldGroup;
};

/** A number or a code, with a button that copies it, and the record that it belongs to. */
export function numberField(label: string, number: string | null, record?: RecordRef | null): DetailField {
  return { label, value: number, copy: number, record };
}

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
  /** What this list is for, shown when it is empty. */
  emptyHelp: string;
  /** Where its first row comes from; by default the primary action. Hidden from people without that desk. */
  emptyNext?: EmptyStateLink;
  /** Shown for a missing value; '-' unless the screen's specification says otherwise. */
  emptyCell?: string;
  cells?: Cells<Row>;
  filters?: ListFilters<Filters>;
  list: ListSource<Row, Sort, Filters, Whole>;
  /** By default the field `id`. */
  rowId?: (row: Row) => string;
  /** The row's name: heads its details and labels its actions. */
  rowLabel: (row: Row) => string;
  /** The fields of the details dialog, after the columns that are not among them. */
  details?: (row: Whole) => DetailField[];
  /** Shown above the fields. */
  detailsHead?: (row: Whole) => ReactNode;
  /** Shown below the fields: pictures, a record's own actions. */
  detailsExtra?: (row: Whole) => ReactNode;
  rowActions?: readonly RowAction<Row, Whole>[];
  /** Before the icons of `rowActions`. */
  actionsCell?: ActionsCell<Row>;
  toolbarActions?: readonly ToolbarAction[];
  /** Between heading and search box: figures, tabs. */
  children?: ReactNode;
};

/** An operation of `api`. */
type Operation<Input, Output> = {
  call: Fetch<Input, Output>;
  /** Begins with the operation's path in the contract. */
  key: () => QueryKey;
};
type Narrowing<Filters, Fixed> = { search: string } & Filters & Fixed;
type PageInput<Sort extends string, Filters, Fixed> = Narrowing<Filters, Fixed> &
  Pick<ListRequest<Sort, never>, 'sort'> &
  PagePosition;

type Operations<Row, Sort extends string, Filters, Fixed, Whole extends Row> = Growth & {
  /** Names the export, which has the same input as a page. */
  layout: ListLayout<Row, string, NoInfer<Sort>>;
  page: Operation<PageInput<Sort, Filters, Fixed>, Page<Row>>;
  count: Operation<Narrowing<Filters, Fixed>, { count: number }>;
  /** The sums of its amounts, by column. */
  sums?: Operation<Narrowing<Filters, Fixed>, Record<string, number>>;
  /** One record by id: for a shared URL whose record is not loaded, and for the details of partial rows. */
  row?: Operation<{ id: string }, Whole>;
  /** As in `ListSource`. */
  recordKey?: (id: string) => QueryKey;
  /** Fixed parameters of every request, such as `{ stage: 'printed' }`. */
  fixed?: Fixed;
  /** The default order, if it is not the server's. */
  sort?: ListRequest<Sort, never>['sort'];
};

/** The source of a list's rows, from the operations that page, count and find them. */
export function listSource<
  Row,
  Sort extends string = never,
  Filters extends Record<string, string> = Record<never, string>,
  Fixed extends Record<string, string | undefined> = Record<never, string>,
  Whole extends Row = Row,
>(list: Operations<Row, Sort, Filters, Fixed, Whole>): ListSource<Row, Sort, Filters, Whole> {
  // An empty day is no filter, and not a valid day for the server.
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

/** Whether people of this role have an action. */
export function isForRole({ isFor = () => true }: Pick<Act<unknown>, 'isFor'>, role: Role): boolean {
  return typeof isFor === 'string' ? mayUse(role, isFor) : isFor(role);
}

/** The View icon of a list: opens the row's details, like a click on the row. */
export const viewAction = { label: t`View`, icon: 'view', place: 'row', onClick: 'details' } as const;

/**
 * A disabled Edit or Delete for records that are never edited or deleted, which says what to do instead. Only admins
 * have it, whose lists are specified with these icons.
 */
export function disabledAction(icon: 'edit' | 'delete', sentence: string): RowAction<unknown> {
  const label = icon === 'edit' ? t`Edit` : t`Delete`;
  const isFor = (role: Role) => role === 'admin';
  return { label, icon, isFor, place: 'row', onClick: () => {}, disabledReason: () => sentence };
}

/** Rows without an id need a `rowId`. */
export function idOf(row: unknown): string {
  return (row as { id: string }).id;
}
