import { eachNamedMaster } from '#features/masters/declared/named-masters.ts';
import type { StatusTone } from '#platform/web/components/values.tsx';
import { paths } from '#shared/paths.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import {
  expectedColumns,
  type FaultCode,
  type Import,
  type ImportKind,
  type ImportState,
} from '../contract.ts';
import { isOpeningKind } from '../opening-balances.ts';

type KindWords = {
  plural: string;
  master: string;
  list: string;
  /** The query tag to refetch once the upload is written. */
  tag: string;
  /** The name of the sum of new rows. */
  total?: string;
};

export const kindWords: Record<ImportKind, KindWords> = {
  students: {
    plural: t`students`,
    master: t`student master`,
    list: paths.admin.studentMaster,
    tag: 'students',
  },
  colleges: {
    plural: t`colleges`,
    master: t`list of colleges`,
    list: paths.admin.collegeManagement,
    tag: 'colleges',
  },
  opening_blanks: {
    plural: t`blanks`,
    master: t`certificate stock`,
    list: paths.admin.certificateStock,
    tag: 'stock',
    total: t`sheets`,
  },
  opening_drafts: {
    plural: t`drafts in hand`,
    master: t`list of demand drafts`,
    list: paths.admin.demandDrafts,
    tag: 'demand_drafts',
    total: t`rupees`,
  },
  earlier_certificates: {
    plural: t`certificates issued before the portal`,
    master: t`register of earlier certificates`,
    list: paths.admin.openingBalances('earlier_certificates'),
    tag: 'earlier_certificates',
  },
  ...eachNamedMaster(({ many }, name) => ({
    plural: many,
    master: t`list of ${many}`,
    list: paths.admin.master(name),
    tag: name,
  })),
};

/** The page with the uploads of a kind; with an id, that upload is open. */
export function uploadPath(kind: ImportKind, id?: string): string {
  return isOpeningKind(kind) ? paths.admin.openingBalances(kind, id) : paths.admin.bulkUpload(kind, id);
}

type Badge = { tone: StatusTone; label: string };

/** The badge of each state, and the heading of its step. */
export const stateWords: Record<ImportState, { badge: Badge; heading: string }> = {
  mapping: { badge: { tone: 'waiting', label: t`Columns to choose` }, heading: t`Which column holds what?` },
  checking: { badge: { tone: 'active', label: t`Being checked` }, heading: t`The rows are being checked` },
  checked: { badge: { tone: 'waiting', label: t`Checked` }, heading: t`Report` },
  committing: { badge: { tone: 'active', label: t`Being written` }, heading: t`The rows are being written` },
  committed: { badge: { tone: 'good', label: t`Written` }, heading: t`Written` },
  proposed: { badge: { tone: 'neutral', label: t`Proposed` }, heading: t`Proposed` },
  cancelled: { badge: { tone: 'neutral', label: t`Cancelled` }, heading: t`Cancelled` },
  refused: { badge: { tone: 'bad', label: t`Not usable` }, heading: t`This file cannot be used` },
};

export function badgeOf({
  state,
  faultyCount,
  warningCount,
}: Pick<Import, 'state' | 'faultyCount' | 'warningCount'>): Badge {
  if (state === 'checked' && faultyCount) return { tone: 'bad', label: t`To be corrected` };
  if (state === 'checked' && warningCount > 0) return { tone: 'waiting', label: t`Warnings to accept` };
  return stateWords[state].badge;
}

/** Predicates after a column name: 'Student name is missing'. */
const faultWords: Record<FaultCode, string> = {
  missing: t`is missing`,
  too_long: t`is too long`,
  format: t`is not in the right format`,
  unreadable: t`has unreadable characters`,
  spreadsheet: t`was changed by the spreadsheet program`,
  nothing: t`holds a word that stands for nothing`,
  doubtful: t`is doubtful`,
  changed: t`changed, although nothing was wrong with it`,
  swapped: t`may have day and month swapped`,
  cells: t`has more or fewer cells than the header`,
  unknown: t`is not known`,
  repeated: t`stands in more than one row`,
  taken: t`belongs to another record`,
};

export function faultInWords(kind: ImportKind, fault: { field: string | null; code: FaultCode }): string {
  return `${translateLabel(columnName(kind, fault.field))} ${translateLabel(faultWords[fault.code])}`;
}

export function columnName(kind: ImportKind, field: string | null): string {
  if (field === null) return t`The row`;
  return expectedColumns[kind].find((column) => column.field === field)?.header ?? field;
}
