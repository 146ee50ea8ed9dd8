import { pageSize } from '#shared/fields.ts';
import type { RowRange } from './row-window.ts';

/** Rows beyond the drawn ones that are fetched before they are scrolled to. */
const ahead = 60;

export function pageOfRow(index: number): number {
  return Math.floor(index / pageSize);
}

/** The pages that a range of rows needs, the seen ones first, then those ahead in either direction. */
export function planPages(range: RowRange, rowCount: number): number[] {
  const last = Math.max(0, pageOfRow(rowCount - 1));
  const seen = span(pageOfRow(range.first), Math.min(last, pageOfRow(Math.max(range.first, range.end - 1))));
  const near = span(
    pageOfRow(Math.max(0, range.first - ahead)),
    Math.min(last, pageOfRow(range.end - 1 + ahead)),
  );
  return [...seen, ...near.filter((page) => !seen.includes(page))];
}

/** Whether a plan continues what is being fetched; otherwise the scrollbar jumped, and may well jump on. */
export function continues(plan: readonly number[], wanted: readonly number[]): boolean {
  return plan.some((page) => wanted.includes(page));
}

/** What of a loaded page tells how long the list is. */
export type LoadedPage = { page: number; rowCount: number; isLast: boolean };

export type KnownLength = {
  /** Rows that the window lets a person scroll to. */
  rowCount: number;
  /** Rows that are known to exist. */
  atLeast: number;
  isExact: boolean;
};

/**
 * How many rows a list has, as far as is known: a last page says it exactly, the count (null while it is being
 * taken) nearly as well; until then there are the loaded rows and one more page to scroll into. A page that a jump
 * found empty only says where the list is over by.
 */
export function knownLength(pages: readonly LoadedPage[], count: number | null): KnownLength {
  const lasts = pages.filter((page) => page.isLast && (page.rowCount > 0 || page.page === 0));
  if (lasts.length > 0) {
    const end = Math.min(...lasts.map(endOf));
    return { rowCount: end, atLeast: end, isExact: true };
  }
  const overBy = Math.min(
    ...pages.filter((page) => page.rowCount === 0).map(endOf),
    Number.POSITIVE_INFINITY,
  );
  const loaded = Math.max(0, ...pages.filter((page) => page.rowCount > 0).map(endOf));
  if (count !== null) {
    return { rowCount: Math.min(overBy, Math.max(count, loaded)), atLeast: count, isExact: true };
  }
  const further = loaded > 0 ? loaded + pageSize : 0;
  return { rowCount: Math.min(overBy, further), atLeast: loaded, isExact: false };
}

function endOf({ page, rowCount }: LoadedPage): number {
  return page * pageSize + rowCount;
}

function span(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step);
}
