import { formatCount } from '#shared/money.ts';

export type ListCount = {
  /** Rows that the search and the filters leave. */
  found: { atLeast: number; isExact: boolean };
  /** All rows, null while they are being counted. */
  total: number | null;
  isNarrowed: boolean;
};

/** `12 entries`, `1 entry`, `1,000+ entries` while counting, `37 of 10,48,576 entries` while searching or filtering. */
export function countSentence({ found, total, isNarrowed }: ListCount): string {
  if (!found.isExact) return `${formatCount(found.atLeast)}+ entries`;
  const of = isNarrowed && total !== null ? ` of ${formatCount(total)}` : '';
  const noun = (of ? total : found.atLeast) === 1 ? 'entry' : 'entries';
  return `${formatCount(found.atLeast)}${of} ${noun}`;
}
