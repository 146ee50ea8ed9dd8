import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { client } from '#features/client.ts';
import type { ListSource, SelectFilters } from '#platform/web/components/list/list-declaration.ts';
import { t } from '#shared/words.ts';
import type { BlankReceipt } from '../blank-contract.ts';
import {
  certificateStockSheet,
  inkStockSheet,
  inkUsesSheet,
  movementsSheet,
  stockCountsSheet,
} from '../columns.ts';
import type { StockCount } from '../count-contract.ts';
import type { Movement, MovementFilters } from '../custody-contract.ts';
import type { InkReceipt, InkUse } from '../ink-contract.ts';

/** Everything cached of stock stands below this key. */
export const stockKey = ['stock'];

export type StockSort = 'receivedAt' | 'name' | 'code' | 'colour';
export type StockListFilters = { category: string };

export const inkStockList: ListSource<InkReceipt, StockSort, StockListFilters> = {
  queryKey: [...stockKey, 'ink', 'list'],
  fetchPage: ({ filters, ...page }, options) =>
    client.stock.listInkReceipts({ ...page, ...filters }, options),
  fetchCount: ({ search, filters }, options) =>
    client.stock.countInkReceipts({ search, ...filters }, options),
  exportOf: ({ search, filters, sort }) => ({ sheet: inkStockSheet, input: { search, ...filters, sort } }),
  fetchRow: (id, options) => client.stock.getInkReceipt({ id }, options),
};

export const certificateStockList: ListSource<BlankReceipt, StockSort, StockListFilters> = {
  queryKey: [...stockKey, 'certificates', 'list'],
  fetchPage: ({ filters, ...page }, options) =>
    client.stock.listBlankReceipts({ ...page, ...filters }, options),
  fetchCount: ({ search, filters }, options) =>
    client.stock.countBlankReceipts({ search, ...filters }, options),
  exportOf: ({ search, filters, sort }) => ({
    sheet: certificateStockSheet,
    input: { search, ...filters, sort },
  }),
  fetchRow: (id, options) => client.stock.getBlankReceipt({ id }, options),
};

export const movementList: ListSource<Movement, never, { act: MovementFilters['act'] }> = {
  queryKey: [...stockKey, 'ledger', 'list'],
  fetchPage: ({ search, filters, offset, limit, cursor }, options) =>
    client.stock.listMovements({ search, ...filters, offset, limit, cursor }, options),
  fetchCount: ({ search, filters }, options) => client.stock.countMovements({ search, ...filters }, options),
  exportOf: ({ search, filters }) => ({ sheet: movementsSheet, input: { search, ...filters } }),
};

export const stockCountList: ListSource<StockCount, never, Record<string, never>> = {
  queryKey: [...stockKey, 'counts', 'list'],
  fetchPage: ({ search, offset, limit, cursor }, options) =>
    client.stock.listStockCounts({ search, offset, limit, cursor }, options),
  fetchCount: ({ search }, options) => client.stock.countStockCounts({ search }, options),
  exportOf: ({ search }) => ({ sheet: stockCountsSheet, input: { search } }),
};

export const inkUseList: ListSource<InkUse, never, Record<string, never>> = {
  queryKey: [...stockKey, 'ink-uses', 'list'],
  fetchPage: ({ search, offset, limit, cursor }, options) =>
    client.stock.listInkUses({ search, offset, limit, cursor }, options),
  fetchCount: ({ search }, options) => client.stock.countInkUses({ search }, options),
  exportOf: ({ search }) => ({ sheet: inkUsesSheet, input: { search } }),
};

export function usePapers() {
  return useQuery({
    queryKey: [...stockKey, 'papers'],
    queryFn: ({ signal }) => client.stock.listPapers(undefined, { signal }),
    select: ({ papers }) => papers,
  });
}

export function useInks() {
  return useQuery({
    queryKey: [...stockKey, 'inks'],
    queryFn: ({ signal }) => client.stock.listInks(undefined, { signal }),
    select: ({ inks }) => inks,
  });
}

export function useCustody() {
  return useQuery({
    queryKey: [...stockKey, 'custody'],
    queryFn: ({ signal }) => client.stock.getCustody(undefined, { signal }),
    select: ({ papers }) => papers,
  });
}

/** The category filter lists the colours in stock; the one that the address names stays while they are being asked for. */
export function useCategories(
  kinds: readonly { colour: string; hasRecords: boolean }[] | undefined,
): SelectFilters<StockListFilters> {
  const { category } = useSearch({ strict: false }) as { category?: string };
  return useMemo(() => {
    const named = category === undefined ? [] : [category];
    const inStock = kinds?.filter(({ hasRecords }) => hasRecords).map(({ colour }) => colour);
    const colours = [...new Set(inStock ?? named)].toSorted((a, b) => a.localeCompare(b));
    return {
      category: {
        label: t`Category`,
        options: [
          { value: 'all', label: t`All` },
          ...colours.map((colour) => ({ value: colour, label: colour })),
        ],
      },
    };
  }, [kinds, category]);
}
