/** Records with a timeline page, by their name in the URL. */
export const recordKinds = ['application', 'certificate', 'draft', 'sheet', 'run', 'person'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** Records whose pages exist on some desks only. */
export type DeskRecordKind =
  | 'bundle'
  | 'signing_batch'
  | 'slip'
  | 'bank_statement'
  | 'stock_count'
  | 'roll'
  | 'template'
  | 'event';

/** A reference to a record: by its id, or by the number that its page accepts. */
export type RecordRef = { kind: RecordKind | DeskRecordKind; id: string };

/** A reference by a number that may be missing. */
export function recordRef(kind: RecordRef['kind'], id: string | null | undefined): RecordRef | null {
  return id ? { kind, id } : null;
}
