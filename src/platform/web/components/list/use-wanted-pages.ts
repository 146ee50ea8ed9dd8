import { useEffect, useState } from 'react';
import { continues, planPages } from './page-plan.ts';
import type { RowRange } from './row-window.ts';

/** A jump of the scrollbar is believed once it has rested this long; what it flew over is never fetched. */
const restOfJump = 80;
const firstPage: readonly number[] = [0];

export type WantedPages = {
  pages: readonly number[];
  want: (pages: readonly number[]) => void;
};

/** The pages of a request that are to be fetched; another request begins with its first page. */
export function useWantedPages(requestKey: string): WantedPages {
  const [wanted, setWanted] = useState({ requestKey, pages: firstPage });
  return {
    pages: wanted.requestKey === requestKey ? wanted.pages : firstPage,
    want: (pages) => setWanted({ requestKey, pages }),
  };
}

/** Keeps the pages of the drawn rows wanted: at once while scrolling on, after a rest when jumping. */
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
