import { dayInIndia, formatDay } from '#shared/format.ts';
import { detailOf } from '../../columns.ts';
import type { RollEntry } from '../../contract.ts';
import type { Line } from './book.ts';

/** The wording on documents, in English whatever the reader's language. */
const reasons: Record<NonNullable<RollEntry['struckReason']>, string> = {
  revoked: 'revoked',
  reopened: 'application reopened',
  draft_returned: 'draft returned by the bank',
  draft_replaced: 'draft replaced',
  withheld: 'withheld',
};

/** The non-empty lines of a cell. */
export function linesOf(...lines: (Line | null)[]): Line[] {
  return lines.filter((line): line is Line => line !== null && line !== '');
}

type Named = Pick<RollEntry, 'candidateName' | 'candidateNameNative' | 'fatherName' | 'motherName'>;

/** The name, and below it the parents or why the entry is struck. */
export function personLines(entry: Named & Struck): Line[] {
  const { candidateName, candidateNameNative, fatherName, motherName } = entry;
  const parents = [fatherName, motherName].filter(Boolean).join(' and ');
  return linesOf(
    candidateNameNative ? [candidateName, candidateNameNative] : candidateName,
    struckLine(entry) ?? parents,
  );
}

type Struck = Pick<RollEntry, 'struckAt' | 'struckReason' | 'struckRemark' | 'fallenDraft'>;

/** When and why an entry was struck; null if it stands. */
function struckLine(entry: Struck): string | null {
  const { struckAt, struckReason } = entry;
  if (struckAt === null || struckReason === null) return null;
  const detail = detailOf(entry);
  const why = detail ? `: ${detail}` : '';
  return `Struck ${formatDay(dayInIndia(new Date(struckAt)))}, ${reasons[struckReason]}${why}`;
}
