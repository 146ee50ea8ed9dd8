import { useEffect, useState } from 'react';
import { continues, planPages } from './page-plan.ts';
import type { RowRange } from './row-window.ts';

/** A jump of the scrollbar is believed once it has rested this long; what it flew over is never fetched. */
const restOfJump = 80;

/** The drawn rows, reported by the window that stands further down in the same render. */
export type Demand = { range: RowRange; rowCount: number };

export function useWantedPages() {
  return useState<readonly number[]>([0]);
}

/** Keeps the pages of the drawn rows wanted: at once while scrolling on, after a rest when jumping. */
export function usePageDemand(
  { range, rowCount }: Demand,
  [wantedPages, want]: ReturnType<typeof useWantedPages>,
): void {
  const plan = planPages(range, rowCount);
  const planned = plan.join();
  const isJump = !continues(plan, wantedPages);
  useEffect(() => {
    const pages = planned.split(',').map(Number);
    if (!isJump) {
      want((current) => (current.join() === planned ? current : pages));
      return;
    }
    const timer = setTimeout(() => want(pages), restOfJump);
    return () => clearTimeout(timer);
  }, [planned, isJump, want]);
}
