import { z } from 'zod';
import { listOperation, operation, readRecord, versionOperation } from '#platform/contract/operation.ts';
import {
  Id,
  Moment,
  positiveRupees,
  Rupees,
  Search,
  sortOf,
  typedEmail,
  typedNumber,
  typedText,
  Version,
} from '#shared/fields.ts';
import { t } from '#shared/words.ts';
import { collegeUses } from './college-uses.ts';

export const College = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  contactNumber: z.string(),
  address: z.string(),
  convocationFee: Rupees,
  /** The address for mails about returned and rejected applications; '' if it gave none. */
  email: z.string(),
  usedBy: z.array(z.enum(collegeUses)),
  /** The newest change of the fee that waits for a second person. */
  proposal: z
    .object({ id: Id, convocationFee: Rupees, proposedBy: z.string(), proposedAt: Moment })
    .nullable(),
  version: Version,
});
export type College = z.infer<typeof College>;

/** The fields of a college that an administrator enters. */
export const CollegeEntry = z.object({
  name: typedText().trim().min(3, t`Enter the college name.`).max(160),
  code: typedNumber()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{3,12}$/, t`The code has 3 to 12 letters and digits, for example COL004.`)
    .refine((code) => code !== 'ALL', t`ALL stands for the whole university. Choose another code.`),
  contactNumber: typedNumber()
    .trim()
    .min(1, t`Enter the contact number.`)
    .max(60)
    .regex(/^\+?[\d ()/,-]*$/, t`Digits, spaces and + - ( ) / , only.`)
    .refine((number) => number.replace(/\D/g, '').length >= 8, t`Enter the number with its area code.`),
  address: typedText().trim().min(3, t`Enter the address.`).max(300),
  convocationFee: positiveRupees(t`The fee must be more than zero.`),
  email: z
    .union([z.literal(''), typedEmail(t`Enter an email address, for example name@college.in.`).max(120)])
    .default('')
    .describe('Empty when the college has given none.'),
});
export type CollegeEntry = z.infer<typeof CollegeEntry>;

/** A college as an option of a select. */
const CollegeChoice = College.pick({ id: true, code: true, name: true });

export const collegesContract = {
  ...listOperation('Colleges', {
    path: '/colleges',
    of: 'the colleges in the scope of the caller',
    access: 'colleges:read',
    row: College,
    reads: ['colleges', 'proposals'],
    filters: Search,
    sort: sortOf(['name', 'convocationFee']).default('name'),
  }),
  listCollegeChoices: operation('GET /college-choices', {
    summary: 'The colleges that a select offers, by name.',
    access: 'account:use',
    reads: ['colleges'],
  }).output(z.array(CollegeChoice)),
  getCollege: readRecord('/colleges/{id}', {
    summary: 'One college.',
    access: 'colleges:read',
    reads: ['colleges', 'proposals'],
    errors: ['colleges.not_found'],
    answer: College,
  }),
  addCollege: operation('POST /colleges', {
    summary: 'Adds a college.',
    access: 'colleges:edit',
  })
    .input(CollegeEntry)
    .output(z.object({ id: Id })),
  editCollege: operation('PUT /colleges/{id}', {
    summary:
      'Changes a college. From the first application on a new fee waits for a second person, and all of the change with it; a fee holds for applications that are received once it is in force.',
    access: 'colleges:edit',
    errors: ['colleges.not_found', 'colleges.code_in_use', 'records.stale'],
  })
    .input(CollegeEntry.extend({ id: Id, version: Version }))
    .output(z.object({ version: Version, proposalId: Id.nullable() })),
  deleteCollege: versionOperation('DELETE /colleges/{id}', {
    summary: 'Deletes a college that no record belongs to.',
    access: 'colleges:edit',
    errors: ['colleges.not_found', 'colleges.in_use', 'records.stale'],
  }),
};
