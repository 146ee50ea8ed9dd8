import { useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useChangeAddress } from '../use-change-address.ts';
import { type AddressRules, type ListAddress, parseListAddress, writeListAddress } from './list-address.ts';
import type { Column, ListFilters, ListRequest } from './list-declaration.ts';

export type ListAddressControl<Sort extends string, Filters extends Record<string, string>> = {
  address: ListAddress<Sort, Filters>;
  /** Replaces the address: typing leaves no trail of letters behind Back. */
  search: (search: string) => void;
  sortBy: (sort: ListRequest<Sort, Filters>['sort']) => void;
  filterBy: (filters: Partial<Filters>) => void;
  clear: () => void;
  /** Opening is a step that Back takes back; going on to the next record is none. */
  open: (id: string | undefined, step?: 'push' | 'replace') => void;
};

/** The state of a list as the address holds it, on whatever route the list stands. */
export function useListAddress<Sort extends string, Filters extends Record<string, string>>(
  columns: readonly Pick<Column<never, Sort>, 'sortKey'>[],
  filters: ListFilters<Filters> | undefined,
  name?: string,
): ListAddressControl<Sort, Filters> {
  const parameters = useSearch({ strict: false }) as Record<string, unknown>;
  const changeAddress = useChangeAddress();
  const rules = useMemo(() => ({ ...rulesOf(columns, filters), name }), [columns, filters, name]);
  const address = useMemo(() => parseListAddress(parameters, rules), [parameters, rules]);

  const change = useCallback(
    (next: Parameters<typeof writeListAddress<Sort, Filters>>[1], step: 'push' | 'replace') => {
      changeAddress((current) => writeListAddress(current, next, rules), { step });
    },
    [changeAddress, rules],
  );

  return useMemo(
    () => ({
      address,
      search: (search) => change({ search }, 'replace'),
      sortBy: (sort) => change({ sort }, 'push'),
      filterBy: (values) => change({ filters: values }, 'push'),
      clear: () => change({ search: '', filters: defaultsOf(rules) }, 'push'),
      open: (open, step = 'push') => change({ open }, step),
    }),
    [address, change, rules],
  );
}

/** The choices that an address without parameters stands for. */
export function defaultsOf<Sort extends string, Filters extends Record<string, string>>(
  rules: AddressRules<Sort, Filters>,
): Filters {
  return parseListAddress({}, rules).filters;
}

export function rulesOf<Sort extends string, Filters extends Record<string, string>>(
  columns: readonly Pick<Column<never, Sort>, 'sortKey'>[],
  filters: ListFilters<Filters> | undefined,
): AddressRules<Sort, Filters> {
  const values = Object.entries(filters ?? {}).map(([key, filter]) => [
    key,
    'kind' in filter ? filter.kind : filter.options.map((option: { value: string }) => option.value),
  ]);
  return {
    sorts: columns.flatMap((column) => (column.sortKey === undefined ? [] : [column.sortKey])),
    filters: Object.fromEntries(values) as AddressRules<Sort, Filters>['filters'],
  };
}
