import { pageSize } from '#shared/fields.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';

/** What a loaded page reveals about the length of the list. */
export type LoadedPage = { page: number; rowCount: number; isLast: boolean };

export type KnownLength = {
  /** Rows that can be scrolled to. */
  rowCount: number;
  /** Rows that are known to exist. */
  atLeast: number;
  isExact: boolean;
};

/**
 * The number of rows, as far as known: the last page gives it exactly, the count (null while loading) nearly so; until
 * then, the loaded rows and one further page to scroll into. An empty page after a jump only gives an upper bound.
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

export type ListCount = {
  /** Rows that match search and filters. */
  found: { atLeast: number; isExact: boolean };
  /** All rows; null while they are being counted. */
  total: number | null;
  isNarrowed: boolean;
};

/** `12 entries`, `1 entry`, `1,000+ entries` while counting, `37 of 10,48,576 entries` while searching or filtering. */
export function countSentence({ found, total, isNarrowed }: ListCount): string {
  if (!found.isExact) return t`${formatCount(found.atLeast)}+ entries`;
  const count = formatCount(found.atLeast);
  // A list whose default is only a part of its rows, such as waiting proposals, may find more than that.
  const isPart = isNarrowed && total !== null && found.atLeast <= total;
  if (!isPart) return found.atLeast === 1 ? t`1 entry` : t`${count} entries`;
  return total === 1 ? t`${count} of 1 entry` : t`${count} of ${formatCount(total)} entries`;
}
