import type { Selectable } from 'kysely';
import { fromRow, toRow } from '#platform/server/db/database.ts';
import { entryColumns, entryOf, refuseFaultsBetween } from '#platform/server/db/declared-columns.ts';
import type { Students } from '#platform/server/db/tables.ts';
import { studentAward } from '#shared/award-record.ts';
import { pickFields } from '#shared/declared-field.ts';
import { StudentEntry } from '../contract.ts';

/** With all of the award record. */
export type WholeEntry = Required<StudentEntry>;

/** What an administrator typed, and of the award record what stood there where nothing was said. */
export function wholeEntry(entry: StudentEntry, row?: Selectable<Students>): WholeEntry {
  const before = row && entryOf(studentAward, row);
  const award = pickFields(studentAward, { ...before, ...entry });
  refuseFaultsBetween(studentAward, award);
  return { ...entry, ...award };
}

/** What was typed, as the columns of the row. */
export function studentColumns(entry: WholeEntry) {
  return {
    ...toRow(entry),
    ...entryColumns(pickFields(studentAward, entry)),
    name_native: entry.nameNative || null,
    exam_roll_number: entry.examRollNumber || null,
  };
}

/** The columns as somebody would have typed them: what the audit log keeps. */
export function studentEntryOf(row: Selectable<Students>): WholeEntry {
  const award = entryOf(studentAward, row);
  const typed = fromRow(StudentEntry, row, {
    nameNative: row.name_native ?? '',
    examRollNumber: row.exam_roll_number ?? '',
    ...award,
  });
  return { ...typed, ...award };
}
