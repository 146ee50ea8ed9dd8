import type { StatusTone } from '#web/components/status-badge.tsx';
import { type FaultCode, type ImportKind, type ImportState, wantedColumns } from '../contract.ts';

export const kindWords: Record<ImportKind, { plural: string; master: string }> = {
  students: { plural: 'students', master: 'student master' },
  colleges: { plural: 'colleges', master: 'list of colleges' },
};

export const stateBadges: Record<ImportState, { tone: StatusTone; label: string }> = {
  mapping: { tone: 'waiting', label: 'Columns to choose' },
  checking: { tone: 'active', label: 'Being checked' },
  checked: { tone: 'waiting', label: 'Checked' },
  committing: { tone: 'active', label: 'Being written' },
  committed: { tone: 'good', label: 'Written' },
  cancelled: { tone: 'neutral', label: 'Cancelled' },
  refused: { tone: 'bad', label: 'Not usable' },
};

/** What is wrong, said of a column: 'Student name is missing'. */
const faultWords: Record<FaultCode, string> = {
  missing: 'is missing',
  too_long: 'is too long',
  format: 'is not written as it has to be',
  unreadable: 'has unreadable characters',
  cells: 'has more or fewer cells than the header',
  unknown: 'is not known',
  repeated: 'stands in more than one row',
  taken: 'belongs to another record',
};

export function faultInWords(kind: ImportKind, fault: { field: string | null; code: FaultCode }): string {
  return `${columnName(kind, fault.field)} ${faultWords[fault.code]}`;
}

export function columnName(kind: ImportKind, field: string | null): string {
  if (field === null) return 'The row';
  return wantedColumns[kind].find((column) => column.field === field)?.header ?? field;
}
