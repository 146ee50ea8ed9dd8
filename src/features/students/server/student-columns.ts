import type { Selectable } from 'kysely';
import { fromRow, toRow } from '#platform/server/db/database.ts';
import { assertNoCrossFieldErrors, entryColumns, entryOf } from '#platform/server/db/declared-columns.ts';
import type { Students } from '#platform/server/db/tables.ts';
import { pickFields } from '#shared/declared-field.ts';
import { StudentEntry } from '../contract.ts';
import { studentRecord } from '../studies.ts';

/** With nothing left out. */
export type WholeEntry = Required<StudentEntry>;

/** The entry, with omitted fields from the present row. */
export function wholeEntry(entry: StudentEntry, row?: Selectable<Students>): WholeEntry {
  const before = row && entryOf(studentRecord, row);
  const record = pickFields(studentRecord, { ...before, ...entry });
  assertNoCrossFieldErrors(studentRecord, record);
  return { ...entry, ...record };
}

/** The entry as table columns. */
export function studentColumns(entry: WholeEntry) {
  return {
    ...toRow(entry),
    ...entryColumns(pickFields(studentRecord, entry)),
    name_native: entry.nameNative || null,
    exam_roll_number: entry.examRollNumber || null,
  };
}

/** A row as an entry, for the audit log. */
export function studentEntryOf(row: Selectable<Students>): WholeEntry {
  const record = entryOf(studentRecord, row);
  const typed = fromRow(StudentEntry, row, {
    nameNative: row.name_native ?? '',
    examRollNumber: row.exam_roll_number ?? '',
    ...record,
  });
  return { ...typed, ...record };
}
