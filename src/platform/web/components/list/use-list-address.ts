import { useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { ListLayout } from '#shared/list-layout.ts';
import type { ListFilters, ListRequest } from '../list.tsx';
import { useChangeAddress } from '../page-address.ts';

export type ListAddressControl<Sort extends string, Filters extends Record<string, string>> = {
  address: ListAddress<Sort, Filters>;
  /** The request that a URL without parameters stands for. */
  unfiltered: ListRequest<Sort, Filters>;
} & ListMoves<Sort, Filters>;

/** Functions that change the URL; they are stable. */
type ListMoves<Sort extends string, Filters extends Record<string, string>> = {
  /** Replaces the history entry: typing adds none for each character. */
  search: (search: string) => void;
  sortBy: (sort: ListRequest<Sort, Filters>['sort']) => void;
  filterBy: (filters: Partial<Filters>) => void;
  clear: () => void;
  /** Opening a record adds a history entry; moving on to the next record does not. */
  open: (id: string | undefined, step?: 'push' | 'replace') => void;
};

/** The state of a list in the URL, on any route. */
export function useListAddress<Sort extends string, Filters extends Record<string, string>>(
  layout: ListLayout<never, string, Sort>,
  filters: ListFilters<Filters> | undefined,
  name?: string,
): ListAddressControl<Sort, Filters> {
  const parameters = useSearch({ strict: false }) as Record<string, unknown>;
  const changeAddress = useChangeAddress();
  const rules = useMemo(() => ({ ...rulesOf(layout, filters), name }), [layout, filters, name]);
  const parsed = useMemo(() => parseListAddress(parameters, rules), [parameters, rules]);
  const filtersKey = JSON.stringify(parsed.filters);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same filters are the same object: a search does not draw their fields again
  const chosen = useMemo(() => parsed.filters, [filtersKey]);
  const address = useMemo(() => ({ ...parsed, filters: chosen }), [parsed, chosen]);

  const change = useCallback(
    (next: Parameters<typeof writeListAddress<Sort, Filters>>[1], step: 'push' | 'replace') => {
      changeAddress((current) => writeListAddress(current, next, rules), { step });
    },
    [changeAddress, rules],
  );

  const unfiltered = useMemo(
    () => ({ search: '', sort: undefined, filters: parseListAddress({}, rules).filters }),
    [rules],
  );
  const moves = useMemo<ListMoves<Sort, Filters>>(
    () => ({
      search: (search) => change({ search }, 'replace'),
      sortBy: (sort) => change({ sort }, 'push'),
      filterBy: (values) => change({ filters: values }, 'push'),
      clear: () => change({ search: '', filters: unfiltered.filters }, 'push'),
      open: (open, step = 'push') => change({ open }, step),
    }),
    [unfiltered, change],
  );
  return useMemo(() => ({ address, unfiltered, ...moves }), [address, unfiltered, moves]);
}

function rulesOf<Sort extends string, Filters extends Record<string, string>>(
  { columns }: ListLayout<never, string, Sort>,
  filters: ListFilters<Filters> | undefined,
): AddressRules<Sort, Filters> {
  const values = Object.entries(filters ?? {}).map(([key, filter]) => [
    key,
    'kind' in filter ? filter.kind : filter.options.map((option: { value: string }) => option.value),
  ]);
  return {
    sorts: Object.values(columns).flatMap(({ sortKey }) => sortKey ?? []),
    filters: Object.fromEntries(values) as AddressRules<Sort, Filters>['filters'],
  };
}

/** The valid URL parameters of a list, and their defaults. */
export type AddressRules<Sort extends string, Filters extends Record<string, string>> = {
  sorts: readonly Sort[];
  /** The values of each filter, the first being the default; or any day, by default none. */
  filters: { [Key in keyof Filters]: readonly Filters[Key][] | 'day' };
  /** Distinguishes a page's second list from the first one, with which it shares the search. */
  name?: string;
};

export type ListAddress<Sort extends string, Filters extends Record<string, string>> = ListRequest<
  Sort,
  Filters
> & {
  /** Id of the record whose details are open. */
  open: string | undefined;
};

const maximumSearchLength = 100;

/** Reads the state of a list from search parameters; unknown values fall back to the default. */
export function parseListAddress<Sort extends string, Filters extends Record<string, string>>(
  parameters: Readonly<Record<string, unknown>>,
  rules: AddressRules<Sort, Filters>,
): ListAddress<Sort, Filters> {
  const sort = textOf(parameters[keyIn(rules, 'sort')]);
  const filters = Object.entries<readonly string[] | 'day'>(rules.filters).map(([key, values]) => {
    const value = textOf(parameters[keyIn(rules, key)]);
    if (values === 'day') return [key, isDay(value) ? value : ''];
    return [key, values.includes(value) ? value : values[0]];
  });
  return {
    search: textOf(parameters.q).trim().slice(0, maximumSearchLength),
    sort: isSort(sort, rules.sorts) ? sort : undefined,
    filters: Object.fromEntries(filters) as Filters,
    open: textOf(parameters[keyIn(rules, 'open')]) || undefined,
  };
}

/**
 * Search parameters with the changed state; `undefined` and defaults are removed. Parameters that do not belong to the
 * list stay.
 */
export function writeListAddress<Sort extends string, Filters extends Record<string, string>>(
  parameters: Readonly<Record<string, unknown>>,
  change: {
    search?: string;
    sort?: ListRequest<Sort, Filters>['sort'];
    filters?: Partial<Filters>;
    open?: string | undefined;
  },
  rules: AddressRules<Sort, Filters>,
): Record<string, unknown> {
  const written: Record<string, unknown> = { ...parameters };
  if ('search' in change) written.q = change.search?.trim() || undefined;
  if ('sort' in change) written[keyIn(rules, 'sort')] = change.sort;
  if ('open' in change) written[keyIn(rules, 'open')] = change.open;
  for (const [key, value] of Object.entries(change.filters ?? {})) {
    const values = rules.filters[key];
    written[keyIn(rules, key)] = value === (values === 'day' ? '' : values?.[0]) ? undefined : value;
  }
  return Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));
}

function keyIn({ name }: { name?: string }, key: string): string {
  return name === undefined ? key : `${name}-${key}`;
}

/** Ascending, descending, default order. */
export function nextSort<Sort extends string>(
  current: Sort | `-${Sort}` | undefined,
  column: Sort,
): Sort | `-${Sort}` | undefined {
  if (current === column) return `-${column}`;
  return current === `-${column}` ? undefined : column;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

function isSort<Sort extends string>(text: string, sorts: readonly Sort[]): text is Sort | `-${Sort}` {
  return sorts.some((sort) => text === sort || text === `-${sort}`);
}

/** The router parses `?q=123` into a number; for a list everything is text. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
