import type { ApplicationEntry } from '../contract.ts';

/** What the receiver typed, as the columns of the row. */
export function entryColumns(entry: ApplicationEntry) {
  return {
    registration_number: entry.registrationNumber,
    exam_roll_number: entry.examRollNumber,
    candidate_name: entry.candidateName,
    candidate_name_native: entry.candidateNameNative || null,
    course_id: entry.courseId,
    college_id: entry.collegeId,
    academic_year: entry.academicYear,
    guide_name: entry.guideName || null,
    mode_of_study: entry.modeOfStudy,
    certificate_type: entry.certificateType,
    paper_id: entry.paperId,
    photo_file_id: entry.photoFileId,
    receipt_file_id: entry.receiptFileId,
    total_amount: entry.totalAmount,
  };
}
