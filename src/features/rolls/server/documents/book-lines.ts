import { dayInIndia, formatDay } from '#shared/format.ts';
import type { RollEntry } from '../../contract.ts';
import type { Line } from './book.ts';

/** As papers say it, whatever language is read. */
const reasons: Record<NonNullable<RollEntry['struckReason']>, string> = {
  revoked: 'revoked',
  reopened: 'application reopened',
  draft_returned: 'draft returned by the bank',
  draft_replaced: 'draft replaced',
  withheld: 'withheld',
};

/** The lines of a cell, without those that are empty. */
export function linesOf(...lines: (Line | null)[]): Line[] {
  return lines.filter((line): line is Line => line !== null && line !== '');
}

export function nameLine(entry: Pick<RollEntry, 'candidateName' | 'candidateNameNative'>): Line {
  return entry.candidateNameNative ? [entry.candidateName, entry.candidateNameNative] : entry.candidateName;
}

/** When and why an entry is struck; null where it stands. */
export function struckLine({
  struckAt,
  struckReason,
  struckRemark,
}: Pick<RollEntry, 'struckAt' | 'struckReason' | 'struckRemark'>): string | null {
  if (struckAt === null || struckReason === null) return null;
  const why = struckRemark ? `: ${struckRemark}` : '';
  return `Struck ${formatDay(dayInIndia(new Date(struckAt)))}, ${reasons[struckReason]}${why}`;
}
