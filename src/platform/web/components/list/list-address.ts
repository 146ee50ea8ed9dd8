import type { ListRequest } from './list-declaration.ts';

/** What an address may say about a list, and what holds where it is silent. */
export type AddressRules<Sort extends string, Filters extends Record<string, string>> = {
  sorts: readonly Sort[];
  /** Values of each filter, of which the first one is the default; or any day, by default none. */
  filters: { [Key in keyof Filters]: readonly Filters[Key][] | 'day' };
  /** Sets the second list of a page apart from the first one, with which it shares the search. */
  name?: string;
};

export type ListAddress<Sort extends string, Filters extends Record<string, string>> = ListRequest<
  Sort,
  Filters
> & {
  /** Id of the record whose details are open. */
  open: string | undefined;
};

const longestSearch = 100;

/** Reads the state of a list out of search parameters; whatever a list does not know falls back to the default. */
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
    search: textOf(parameters.q).trim().slice(0, longestSearch),
    sort: isSort(sort, rules.sorts) ? sort : undefined,
    filters: Object.fromEntries(filters) as Filters,
    open: textOf(parameters[keyIn(rules, 'open')]) || undefined,
  };
}

/**
 * Search parameters with the changed state; `undefined` removes one, as every default does. Parameters that are
 * none of the list's stay.
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

/** Ascending, then descending, then the list's own order. */
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

/** The router parses `?q=123` into a number; to a list everything is text. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
