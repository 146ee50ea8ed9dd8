import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { client } from '#features/client.ts';
import type { SelectFilters } from '#platform/web/components/list/list-declaration.ts';
import { listSource } from '#platform/web/components/list/list-source.ts';
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

export const inkStockList = listSource<InkReceipt, StockSort, StockListFilters>({
  queryKey: [...stockKey, 'ink', 'list'],
  sheet: inkStockSheet,
  page: client.stock.listInkReceipts,
  count: client.stock.countInkReceipts,
  row: client.stock.getInkReceipt,
});

export const certificateStockList = listSource<BlankReceipt, StockSort, StockListFilters>({
  queryKey: [...stockKey, 'certificates', 'list'],
  sheet: certificateStockSheet,
  page: client.stock.listBlankReceipts,
  count: client.stock.countBlankReceipts,
  row: client.stock.getBlankReceipt,
});

export const movementList = listSource<Movement, never, { act: MovementFilters['act'] }>({
  queryKey: [...stockKey, 'ledger', 'list'],
  sheet: movementsSheet,
  page: client.stock.listMovements,
  count: client.stock.countMovements,
});

export const stockCountList = listSource<StockCount>({
  queryKey: [...stockKey, 'counts', 'list'],
  sheet: stockCountsSheet,
  page: client.stock.listStockCounts,
  count: client.stock.countStockCounts,
});

export const inkUseList = listSource<InkUse>({
  queryKey: [...stockKey, 'ink-uses', 'list'],
  sheet: inkUsesSheet,
  page: client.stock.listInkUses,
  count: client.stock.countInkUses,
});

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
