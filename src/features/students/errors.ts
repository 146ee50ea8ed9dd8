import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { t } from '#shared/words.ts';

export const studentsErrors = {
  'students.not_found': t`This student does not exist or belongs to another college.`,
  'students.registration_taken': t`Another student of this college has this registration number.`,
  'students.roll_taken': t`Another student of this college has this exam roll number.`,
  'students.has_application': t`An application with this registration number was received, so the student cannot be deleted.`,
  ...withStatus(422, {
    'students.unknown_college': t`This college no longer exists. Choose another one.`,
  }),
} as const satisfies ErrorEntries;
