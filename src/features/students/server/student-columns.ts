import type { Selectable } from 'kysely';
import { fromRow, toRow } from '#platform/server/db/database.ts';
import { assertNoCrossFieldErrors, entryColumns, entryOf } from '#platform/server/db/declared-columns.ts';
import type { Students } from '#platform/server/db/tables.ts';
import { studentAward } from '#shared/award-record.ts';
import { pickFields } from '#shared/declared-field.ts';
import { StudentEntry } from '../contract.ts';

/** With the complete award record. */
export type WholeEntry = Required<StudentEntry>;

/** The entry, with omitted fields of the award record from the present row. */
export function wholeEntry(entry: StudentEntry, row?: Selectable<Students>): WholeEntry {
  const before = row && entryOf(studentAward, row);
  const award = pickFields(studentAward, { ...before, ...entry });
  assertNoCrossFieldErrors(studentAward, award);
  return { ...entry, ...award };
}

/** The entry as table columns. */
export function studentColumns(entry: WholeEntry) {
  return {
    ...toRow(entry),
    ...entryColumns(pickFields(studentAward, entry)),
    name_native: entry.nameNative || null,
    exam_roll_number: entry.examRollNumber || null,
  };
}

/** A row as an entry, for the audit log. */
export function studentEntryOf(row: Selectable<Students>): WholeEntry {
  const award = entryOf(studentAward, row);
  const typed = fromRow(StudentEntry, row, {
    nameNative: row.name_native ?? '',
    examRollNumber: row.exam_roll_number ?? '',
    ...award,
  });
  return { ...typed, ...award };
}
