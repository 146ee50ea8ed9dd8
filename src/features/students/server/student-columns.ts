import type { StudentEntry } from '../contract.ts';

/** What an administrator typed, as the columns of the row. */
export function studentColumns(entry: StudentEntry) {
  return {
    name: entry.name,
    name_native: entry.nameNative || null,
    college_id: entry.collegeId,
    address: entry.address,
    registration_number: entry.registrationNumber,
    exam_roll_number: entry.examRollNumber || null,
  };
}

/** The columns as somebody would have typed them: what the audit log keeps. */
export function studentEntryOf(row: ReturnType<typeof studentColumns>): StudentEntry {
  return {
    name: row.name,
    nameNative: row.name_native ?? '',
    collegeId: row.college_id,
    address: row.address,
    registrationNumber: row.registration_number,
    examRollNumber: row.exam_roll_number ?? '',
  };
}
