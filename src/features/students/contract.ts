import { z } from 'zod';
import { listOperation, operation, readRecord, versionOperation } from '#platform/contract/operation.ts';
import { studentAward } from '#shared/award-record.ts';
import { partialShape, readShape, reportCrossFieldErrors } from '#shared/declared-schema.ts';
import {
  DayRange,
  Id,
  Search,
  sortOf,
  typedNumber,
  typedText,
  unchangedNumber,
  Version,
} from '#shared/fields.ts';
import { LatinName, NativeName } from '#shared/names.ts';
import { t } from '#shared/words.ts';
import { studentRecord } from './studies.ts';

export const Student = z.object({
  id: Id,
  name: z.string(),
  nameNative: z.string().nullable(),
  registrationNumber: z.string(),
  examRollNumber: z.string().nullable(),
  collegeId: Id,
  collegeCode: z.string(),
  collegeName: z.string(),
  address: z.string(),
  /** Whether an application with the same college and registration number was received. */
  hasApplication: z.boolean(),
  version: Version,
});
export type Student = z.infer<typeof Student>;

/** A student with studies and award record, which lists do not have. */
export const StudentDetail = Student.extend({
  courseId: Id.nullable(),
  courseDegree: z.string().nullable(),
  academicYear: z.string().nullable(),
  modeOfStudy: z.string().nullable(),
  ...readShape(studentAward),
});
export type StudentDetail = z.infer<typeof StudentDetail>;

/** The input fields of a student. The numbers have the same maximum length as in an application. */
export const studentFields = z.object({
  name: LatinName(t`Enter the name as on the marks card.`),
  nameNative: NativeName().default(''),
  collegeId: z.uuid(t`Choose the college.`),
  address: typedText().trim().min(3, t`Enter the address.`).max(300),
  registrationNumber: unchangedNumber(typedNumber().trim().min(3, t`Enter the registration number.`).max(30)),
  examRollNumber: unchangedNumber(typedNumber().trim().max(30)).default(''),
  ...partialShape(studentRecord),
  courseId: z.uuid(t`Choose the course.`).or(z.literal('')).optional(),
});
export const StudentEntry = studentFields.superRefine(reportCrossFieldErrors(studentRecord));
export type StudentEntry = z.infer<typeof StudentEntry>;

/** What the application form copies from the student master. */
export const FoundStudent = StudentDetail.omit({ hasApplication: true, version: true }).extend({
  /** The day on which the college recorded the consent to contact details, if known; the counter asks again. */
  consentRecordedOn: z.string().nullable(),
});
export type FoundStudent = z.infer<typeof FoundStudent>;

/** `from` and `to` limit the day on which they were added. */
const StudentFilters = Search.extend({
  ...DayRange.shape,
  collegeId: z.literal('all').or(Id).default('all'),
});
export type StudentFilters = z.infer<typeof StudentFilters>;

export const studentsContract = {
  ...listOperation('Students', {
    path: '/students',
    of: 'the students in the scope of the caller',
    access: 'students:read',
    row: Student,
    filters: StudentFilters,
    sort: sortOf(['createdAt', 'name']).default('-createdAt'),
  }),
  findStudents: operation('GET /students/by-number', {
    summary:
      'The students with this registration or exam roll number, in any writing: one of a college by each.',
    access: 'students:read',
  })
    .input(
      z.object({
        number: typedNumber().trim().min(1).max(30),
        /** Without it, by either number. */
        by: z.enum(['registrationNumber', 'examRollNumber']).optional(),
      }),
    )
    .output(z.array(FoundStudent)),
  getStudent: readRecord('/students/{id}', {
    summary: 'One student, with studies and award record.',
    access: 'students:read',
    errors: ['students.not_found'],
    answer: StudentDetail,
  }),
  addStudent: operation('POST /students', {
    summary: 'Adds a student to the master.',
    access: 'students:edit',
  })
    .input(StudentEntry)
    .output(z.object({ id: Id })),
  editStudent: operation('PUT /students/{id}', {
    summary:
      'Changes a student; what is left out of studies and award record stays, as do applications that were received.',
    access: 'students:edit',
    errors: ['students.not_found', 'records.stale'],
  })
    .input(
      studentFields.extend({ id: Id, version: Version }).superRefine(reportCrossFieldErrors(studentRecord)),
    )
    .output(z.object({ version: Version })),
  deleteStudent: versionOperation('DELETE /students/{id}', {
    summary: 'Deletes a student for whom no application was received.',
    access: 'students:edit',
    errors: ['students.not_found', 'students.has_application', 'records.stale'],
  }),
};
