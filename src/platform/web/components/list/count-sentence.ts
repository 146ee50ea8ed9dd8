import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';

export type ListCount = {
  /** Rows that the search and the filters leave. */
  found: { atLeast: number; isExact: boolean };
  /** All rows, null while they are being counted. */
  total: number | null;
  isNarrowed: boolean;
};

/** `12 entries`, `1 entry`, `1,000+ entries` while counting, `37 of 10,48,576 entries` while searching or filtering. */
export function countSentence({ found, total, isNarrowed }: ListCount): string {
  if (!found.isExact) return t`${formatCount(found.atLeast)}+ entries`;
  const count = formatCount(found.atLeast);
  if (!isNarrowed || total === null) return found.atLeast === 1 ? t`1 entry` : t`${count} entries`;
  return total === 1 ? t`${count} of 1 entry` : t`${count} of ${formatCount(total)} entries`;
}
