import { z } from 'zod';
import { CollegeEntry } from '#features/colleges/contract.ts';
import { EditStaffInput } from '#features/staff/contract.ts';
import { studentFields } from '#features/students/contract.ts';
import { changeRecord, operation } from '#platform/contract/operation.ts';
import { Id, Moment, typedText, Version } from '#shared/fields.ts';
import { t } from '#shared/words.ts';
import { identityTables } from './identities.ts';

/** At most so many are listed, the oldest first; the others follow as these are settled. */
export const maximumListed = 200;

const CollidingRecord = z.object({
  id: Id,
  label: z.string(),
  /** What was entered, by field. */
  entered: z.record(z.string(), z.string()),
});
export type CollidingRecord = z.infer<typeof CollidingRecord>;

/** Two records that one number, name or address means, however it is written. */
export const IdentityCollision = z.object({
  id: Id,
  table: z.enum(identityTables),
  identity: z.string(),
  first: CollidingRecord,
  later: CollidingRecord,
  foundAt: Moment,
  version: Version,
});
export type IdentityCollision = z.infer<typeof IdentityCollision>;

/** The corrected fields; none where both records stay as they are. */
const Changes = z
  .object({
    registrationNumber: studentFields.shape.registrationNumber,
    examRollNumber: studentFields.shape.examRollNumber.unwrap(),
    email: EditStaffInput.shape.email,
    code: CollegeEntry.shape.code,
    name: CollegeEntry.shape.name,
  })
  .partial();
export type Changes = z.infer<typeof Changes>;

export const identitiesContract = {
  listIdentityCollisions: operation('GET /identity-collisions', {
    summary:
      'The records that fell together when one key for all writings was introduced, until they are settled.',
    access: 'identities:settle',
    reads: ['identities', 'students', 'staff', 'colleges', 'applications'],
  }).output(z.object({ rows: z.array(IdentityCollision) })),
  settleIdentityCollision: changeRecord('/identity-collisions/{id}/settle', {
    summary:
      'Corrects one of two records that fell together, or keeps both as they were issued, with a reason.',
    access: 'identities:settle',
    // It may change where somebody's codes are mailed.
    freshAuthentication: true,
    errors: [
      'identities.not_found',
      'identities.settled',
      'identities.still_equal',
      'identities.other_record',
      'students.not_found',
      'staff.not_found',
      'colleges.not_found',
      'colleges.code_in_use',
    ],
    fields: {
      recordId: Id,
      changes: Changes,
      reason: typedText().trim().min(3, t`Enter the reason.`).max(500),
    },
  }),
};
