import { z } from 'zod';
import { Allocation } from '#features/demand-drafts/contract.ts';
import { FoundStudent } from '#features/students/contract.ts';
import { operation, readRecord } from '#platform/contract/operation.ts';
import { awardFactNames } from '#shared/award-facts.ts';
import { Id, Moment, SearchTerm } from '#shared/fields.ts';
import { Application, ApplicationDetail, applicationSorts } from './contract.ts';

/** How long an application stays with the person who has it open, unless the page says that it is still there. */
export const leaseSeconds = 60;

/** Who has an application open on the verify screen. */
export const OpenCase = z.object({
  applicationId: Id,
  staffId: Id,
  name: z.string(),
  expiresAt: Moment,
});
export type OpenCase = z.infer<typeof OpenCase>;

/** A draft of the case, and how many other applications it pays for as well. */
const CaseDraft = Allocation.extend({ paysOthers: z.number().int().min(0) });
export type CaseDraft = z.infer<typeof CaseDraft>;

/** Everything that a case worker looks at before deciding. */
export const Case = z.object({
  application: ApplicationDetail,
  drafts: z.array(CaseDraft),
  /** Of the student master, by the registration number or else by the exam roll number; null when it has neither. */
  student: FoundStudent.nullable(),
  /** What its certificate type asks for and nobody entered: it is not verified without. */
  missingFacts: z.array(z.enum(awardFactNames)),
  /** Where the college is told that an application is returned or rejected. */
  collegeEmail: z.string().nullable(),
});
export type Case = z.infer<typeof Case>;

/** What the queue shows of an application, and what says whether the reader may decide on it. */
export const QueuedApplication = Application.pick({
  id: true,
  acknowledgementNumber: true,
  candidateName: true,
  status: true,
  contributorIds: true,
});
export type QueuedApplication = z.infer<typeof QueuedApplication>;

const CaseQueueInput = z.object({
  search: SearchTerm,
  sort: applicationSorts.default('-receivedAt'),
  /** Begins with this application, whatever became of it, and a few that stand before it. */
  from: Id.optional(),
  /** Goes on behind this one. */
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
