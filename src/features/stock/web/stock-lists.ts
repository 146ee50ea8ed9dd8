import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '#features/client.ts';
import { listSource, type SelectFilters } from '#platform/web/components/list.tsx';
import { useKindName, useStockWords } from '#platform/web/languages/stock-words.tsx';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import type { BlankReceipt } from '../blank-contract.ts';
import {
  certificateStockLayout,
  inkStockLayout,
  inkUsesLayout,
  movementsLayout,
  stockCountsLayout,
} from '../columns.ts';
import type { CountFilters, StockCount } from '../count-contract.ts';
import type { Movement, MovementFilters } from '../custody-contract.ts';
import type { InkReceipt, InkUse } from '../ink-contract.ts';
import { approvalLabels, type Kind, type StockFilters } from '../stock-record.ts';

export type StockSort = 'receivedAt' | 'name' | 'code' | 'colour';
export type StockListFilters = { category: string; approval: StockFilters['approval'] };

export const inkStockList = listSource<InkReceipt, StockSort, StockListFilters>({
  layout: inkStockLayout,
  page: api.stock.listInkReceipts,
  count: api.stock.countInkReceipts,
  row: api.stock.getInkReceipt,
  addedBy: ['stock.ink_received'],
});

export const certificateStockList = listSource<BlankReceipt, StockSort, StockListFilters>({
  layout: certificateStockLayout,
  page: api.stock.listBlankReceipts,
  count: api.stock.countBlankReceipts,
  row: api.stock.getBlankReceipt,
  addedBy: ['stock.received'],
  recountedAfter: ['stock.opening_imported'],
});

export const movementList = listSource<Movement, never, { act: MovementFilters['act']; paperId: string }>({
  layout: movementsLayout,
  page: api.stock.listMovements,
  count: api.stock.countMovements,
});

export const stockCountList = listSource<
  StockCount,
  never,
  { state: CountFilters['state']; paperId: string }
>({
  layout: stockCountsLayout,
  page: api.stock.listStockCounts,
  count: api.stock.countStockCounts,
  addedBy: ['stock.count_started'],
});

export const inkUseList = listSource<InkUse>({
  layout: inkUsesLayout,
  page: api.stock.listInkUses,
  count: api.stock.countInkUses,
  addedBy: ['stock.ink_used'],
});

export function usePapers() {
  return useQuery(api.stock.listPapers.queryOptions({ select: ({ papers }) => papers }));
}

export function useInks() {
  return useQuery(api.stock.listInks.queryOptions({ select: ({ inks }) => inks }));
}

export function useCustody() {
  return useQuery(api.stock.getCustody.queryOptions({ select: ({ papers }) => papers }));
}

/** Options for a select. */
export function useKindOptions(kinds: readonly Kind[]) {
  const kindName = useKindName();
  return kinds.map(({ id, name, colour, code }) => ({
    value: id,
    label: `${kindName(name, colour)} (${code})`,
  }));
}

/** Filters by paper; the one in the URL stays while the papers are loading. */
export function usePaperFilter() {
  const { paperId = '' } = useSearch({ strict: false }) as { paperId?: string };
  const papers = usePapers().data;
  const kindName = useKindName();
  const named = new Map([
    ['', t`All`],
    [paperId, paperId === '' ? t`All` : t`Chosen paper`],
  ]);
  for (const { id, name, colour } of papers ?? []) named.set(id, kindName(name, colour));
  const key = JSON.stringify([...named]);
  return useMemo(() => {
    const options = (JSON.parse(key) as [string, string][]).map(([value, label]) => ({ value, label }));
    return { label: t`Paper`, options };
  }, [key]);
}

/**
 * Filters by approval and by category (the colours in stock); the category in the URL stays while these are loading.
 */
export function useStockFilters(kinds: readonly Kind[] | undefined): SelectFilters<StockListFilters> {
  const { category } = useSearch({ strict: false }) as { category?: string };
  const say = useStockWords();
  return useMemo(() => {
    const named = category === undefined ? [] : [category];
    const inStock = kinds?.filter(({ hasRecords }) => hasRecords).map(({ colour }) => colour);
    const colours = [...new Set(inStock ?? named)].toSorted((a, b) => a.localeCompare(b));
    return {
      category: {
        label: t`Category`,
        options: [
          { value: 'all', label: t`All` },
          ...colours.map((colour) => ({ value: colour, label: say(colour) })),
        ],
      },
      approval: { label: t`Approval`, options: optionsOf(approvalLabels) },
    };
  }, [kinds, category, say]);
}
