import { awardRecord } from '#shared/award-record.ts';
import { mapFields } from '#shared/declared-field.ts';
import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

const studentsErrors = {
  'students.not_found': t`This student does not exist or belongs to another college.`,
  'students.registration_taken': t`Another student of this college has this registration number.`,
  'students.roll_taken': t`Another student of this college has this exam roll number.`,
  'students.has_application': t`An application with this registration number was received, so the student cannot be deleted.`,
  ...withStatus(422, {
    'students.unknown_college': t`This college no longer exists. Choose another one.`,
    'students.unknown_course': t`This course no longer exists. Choose another one.`,
  }),
} as const satisfies ErrorEntries;

const words = {
  errors: studentsErrors,
  events: {
    'students.added': t`Student added`,
    'students.deleted': t`Student deleted`,
    'students.edited': t`Student edited`,
    'students.imported': t`Student imported`,
  },
  records: {
    student: t`student`,
  },
  fields: {
    ...mapFields(awardRecord, ({ label }) => label),
    registrationNumber: t`Registration number`,
    examRollNumber: t`Exam roll number`,
    nameNative: t`Name in another script`,
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    studentsWords: typeof words;
  }
}
