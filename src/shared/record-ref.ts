/** Records that have a page of their own with a timeline, by the word for them in its address. */
export const recordKinds = ['application', 'certificate', 'draft', 'sheet', 'run', 'person'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** Records whose page belongs to the work of some desks. */
export type DeskRecordKind =
  | 'bundle'
  | 'signing_batch'
  | 'slip'
  | 'bank_statement'
  | 'stock_count'
  | 'roll'
  | 'template'
  | 'event';

/** A record as a link names it: by its id, or by the number by which its page finds it. */
export type RecordRef = { kind: RecordKind | DeskRecordKind; id: string };

/** The record of a number that may be missing. */
export function recordRef(kind: RecordRef['kind'], id: string | null | undefined): RecordRef | null {
  return id ? { kind, id } : null;
}
