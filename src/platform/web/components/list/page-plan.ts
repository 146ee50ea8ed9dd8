import { useEffect, useState } from 'react';
import { pageSize } from '#shared/fields.ts';
import type { RowRange } from './use-row-window.ts';

/** A jump of the scrollbar counts once it has rested this long; skipped pages are never fetched. */
const restOfJump = 80;
const firstPage: readonly number[] = [0];
/** Rows beyond the drawn ones that are prefetched. */
const ahead = 60;

export type WantedPages = {
  pages: readonly number[];
  want: (pages: readonly number[]) => void;
};

/** The pages to fetch for a request; another request begins with its first page. */
export function useWantedPages(requestKey: string): WantedPages {
  const [wanted, setWanted] = useState({ requestKey, pages: firstPage });
  return {
    pages: wanted.requestKey === requestKey ? wanted.pages : firstPage,
    want: (pages) => setWanted({ requestKey, pages }),
  };
}

/** Requests the pages of the drawn rows: at once while scrolling on, after a rest when jumping. */
export function usePageDemand(
  drawn: { range: RowRange; rowCount: number },
  { pages, want }: WantedPages,
): void {
  const plan = planPages(drawn.range, drawn.rowCount);
  const isJump = !continues(plan, pages);
  const isMet = plan.join() === pages.join();
  const planned = plan.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `planned` is the plan by value; `want` belongs to this render's request
  useEffect(() => {
    if (isMet) return;
    if (!isJump) {
      want(plan);
      return;
    }
    const timer = setTimeout(() => want(plan), restOfJump);
    return () => clearTimeout(timer);
  }, [planned, isMet, isJump]);
}

/** The pages that a range of rows needs: visible ones first, then those ahead in either direction. */
export function planPages(range: RowRange, rowCount: number): number[] {
  const last = Math.max(0, pageOfRow(rowCount - 1));
  const seen = span(pageOfRow(range.first), Math.min(last, pageOfRow(Math.max(range.first, range.end - 1))));
  const near = span(
    pageOfRow(Math.max(0, range.first - ahead)),
    Math.min(last, pageOfRow(range.end - 1 + ahead)),
  );
  return [...seen, ...near.filter((page) => !seen.includes(page))];
}

/** Whether a plan continues the current pages; otherwise the scrollbar jumped, and may jump again. */
export function continues(plan: readonly number[], wanted: readonly number[]): boolean {
  return plan.some((page) => wanted.includes(page));
}

export function pageOfRow(index: number): number {
  return Math.floor(index / pageSize);
}

function span(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step);
}
