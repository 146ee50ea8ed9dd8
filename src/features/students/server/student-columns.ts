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
