import { fromRow, toRow } from '#platform/server/db/database.ts';
import { StudentEntry } from '../contract.ts';

/** What an administrator typed, as the columns of the row. */
export function studentColumns(entry: StudentEntry) {
  return toRow({
    ...entry,
    nameNative: entry.nameNative || null,
    examRollNumber: entry.examRollNumber || null,
  });
}

/** The columns as somebody would have typed them: what the audit log keeps. */
export function studentEntryOf(row: ReturnType<typeof studentColumns>): StudentEntry {
  return fromRow(StudentEntry, row, {
    nameNative: row.name_native ?? '',
    examRollNumber: row.exam_roll_number ?? '',
  });
}
