import type { StatusTone } from '#platform/web/components/status-badge.tsx';
import { t } from '#shared/words.ts';
import { type FaultCode, type ImportKind, type ImportState, wantedColumns } from '../contract.ts';

export const kindWords: Record<ImportKind, { plural: string; master: string }> = {
  students: { plural: t`students`, master: t`student master` },
  colleges: { plural: t`colleges`, master: t`list of colleges` },
};

export const stateBadges: Record<ImportState, { tone: StatusTone; label: string }> = {
  mapping: { tone: 'waiting', label: t`Columns to choose` },
  checking: { tone: 'active', label: t`Being checked` },
  checked: { tone: 'waiting', label: t`Checked` },
  committing: { tone: 'active', label: t`Being written` },
  committed: { tone: 'good', label: t`Written` },
  cancelled: { tone: 'neutral', label: t`Cancelled` },
  refused: { tone: 'bad', label: t`Not usable` },
};

/** What is wrong, said of a column: 'Student name is missing'. */
const faultWords: Record<FaultCode, string> = {
  missing: t`is missing`,
  too_long: t`is too long`,
  format: t`is not in the right format`,
  unreadable: t`has unreadable characters`,
  spreadsheet: t`was changed by the spreadsheet program`,
  cells: t`has more or fewer cells than the header`,
  unknown: t`is not known`,
  repeated: t`stands in more than one row`,
  taken: t`belongs to another record`,
};

export function faultInWords(kind: ImportKind, fault: { field: string | null; code: FaultCode }): string {
  return `${columnName(kind, fault.field)} ${faultWords[fault.code]}`;
}

export function columnName(kind: ImportKind, field: string | null): string {
  if (field === null) return t`The row`;
  return wantedColumns[kind].find((column) => column.field === field)?.header ?? field;
}
