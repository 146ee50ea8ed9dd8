import { z } from 'zod';
import { Allocation } from '#features/demand-drafts/contract.ts';
import { FoundStudent } from '#features/students/contract.ts';
import { operation, readRecord } from '#platform/contract/operation.ts';
import { awardFactNames } from '#shared/award-facts.ts';
import { Id, Moment, SearchTerm } from '#shared/fields.ts';
import { Application, ApplicationDetail, ApplicationFilters, applicationSorts } from './contract.ts';
import { candidateNumbers } from './entry-contract.ts';

/** Seconds that a lease on an application lasts unless the page renews it. */
export const leaseSeconds = 60;

/** Who has an application open on the verify screen. */
export const OpenCase = z.object({
  applicationId: Id,
  staffId: Id,
  name: z.string(),
  expiresAt: Moment,
});
export type OpenCase = z.infer<typeof OpenCase>;

/** A demand draft of the case, with the number of other applications it pays for. */
const CaseDraft = Allocation.extend({ paysOthers: z.number().int().min(0) });
export type CaseDraft = z.infer<typeof CaseDraft>;

/** A student, and which numbers are those of the application, in any writing. */
export const StudentOfCase = FoundStudent.extend({ sameNumbers: z.array(z.enum(candidateNumbers)) });
export type StudentOfCase = z.infer<typeof StudentOfCase>;

/** Everything that a case worker looks at before deciding. */
export const Case = z.object({
  application: ApplicationDetail,
  drafts: z.array(CaseDraft),
  /** From the student master, found by registration number or else by exam roll number; null when neither is there. */
  student: StudentOfCase.nullable(),
  /** Facts that the certificate type requires and that are still blank; they block verification. */
  missingFacts: z.array(z.enum(awardFactNames)),
  /** The college's address for return and rejection mails; null when it gave none. */
  collegeEmail: z.string().nullable(),
});
export type Case = z.infer<typeof Case>;

/** A row of the queue, with what decides whether the reader may act on it. */
export const QueuedApplication = Application.pick({
  id: true,
  acknowledgementNumber: true,
  candidateName: true,
  status: true,
  contributorIds: true,
  collegeCode: true,
  waitingSince: true,
  pendingAmount: true,
}).extend({ differsFromMaster: z.boolean() });
export type QueuedApplication = z.infer<typeof QueuedApplication>;

const CaseQueueInput = z.object({
  search: SearchTerm,
  sort: applicationSorts.default('waitingSince'),
  collegeId: Id.optional(),
  show: ApplicationFilters.shape.show,
  /** Starts at this application, whatever its status, with a few rows before it. */
  from: Id.optional(),
  /** Continues after this application. */
  after: Id.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export type CaseQueueInput = z.infer<typeof CaseQueueInput>;

export const caseDeskContract = {
  listCaseQueue: operation('GET /cases', {
    summary: 'The applications that wait for a decision, in the order of the list, from a given one on.',
    access: 'applications:verify',
    reads: ['applications'],
    follows: 'colleagues',
    errors: ['applications.not_found'],
  })
    .input(CaseQueueInput)
    .output(z.object({ rows: z.array(QueuedApplication), hasMore: z.boolean() })),
  listOpenCases: operation('GET /cases/open', {
    summary: 'Which applications somebody has open on the verify screen at this moment.',
    access: 'applications:read',
    reads: ['applications', 'cases'],
  }).output(z.array(OpenCase)),
  getCase: readRecord('/cases/{id}', {
    summary: 'One application with its drafts, what the student master says, and the address of its college.',
    access: 'applications:verify',
    reads: ['applications'],
    follows: 'colleagues',
    errors: ['applications.not_found'],
    answer: Case,
  }),
  openCase: operation('POST /cases/{id}/open', {
    summary: 'Keeps an application for the caller for a minute, or for a further one.',
    access: 'applications:verify',
    errors: [
      'applications.not_found',
      'applications.own_work',
      'applications.not_pending',
      'applications.leased',
    ],
  })
    .input(z.object({ id: Id }))
    .output(z.object({ expiresAt: Moment })),
  releaseCase: operation('POST /cases/{id}/release', {
    summary: 'Gives an application free that the caller had open.',
    access: 'applications:verify',
    errors: ['applications.not_found'],
  })
    .input(z.object({ id: Id }))
    .output(z.object({})),
};
