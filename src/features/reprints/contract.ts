import { z } from 'zod';
import { Concession } from '#features/applications/concession.ts';
import { Certificate } from '#features/certificates/contract.ts';
import { Charge } from '#features/charges/charge.ts';
import { DraftEntry } from '#features/demand-drafts/contract.ts';
import { changeRecord, listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import {
  CollegeAndDayFilters,
  FileReference,
  Id,
  Moment,
  Rupees,
  sortOf,
  typedText,
  Version,
} from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

const reprintStatuses = ['approved', 'rejected'] as const;
export type ReprintStatus = (typeof reprintStatuses)[number];

const reprintKinds = ['wrong_copy', 'lost', 'data_corrected'] as const;

/** Who is at fault, which decides the charge. */
export const reprintCauseLabels = {
  office: t`Our fault: no charge`,
  candidate: t`The candidate: charged by the schedule`,
};
const reprintCauses = namesOf(reprintCauseLabels);
export type ReprintCause = keyof typeof reprintCauseLabels;

/** The reason of a request for a lost sheet; any other text says what is wrong with the copy. */
export const lostReason = 'lost';

/** Labels of the specification; no status is shown as Pending. */
export const reprintStatusLabels: Record<ReprintStatus | 'pending', string> = {
  pending: t`Pending`,
  approved: t`Approved`,
  rejected: t`Rejected`,
};

export const ReprintRequest = z.object({
  id: Id,
  certificateId: Id,
  convocationNumber: z.string(),
  studentName: z.string(),
  examRollNumber: z.string(),
  collegeCode: z.string(),
  collegeName: z.string(),
  /** A fault of the copy, a lost copy, or corrected data of the certificate. */
  kind: z.enum(reprintKinds),
  reason: z.string(),
  /** Null for requests of earlier versions, which were charged by the schedule. */
  cause: z.enum(reprintCauses).nullable(),
  /** For a faulty copy. */
  errorPhoto: FileReference.nullable(),
  /** Signed by whoever lost the copy, in place of the photo. */
  declaration: FileReference.nullable(),
  /** By the schedule; null if the office is at fault, the schedule has none, or the request is rejected. */
  charge: Charge.nullable(),
  concession: Concession.extend({ recordedById: Id }).nullable(),
  /** Null means pending. */
  status: z.enum(reprintStatuses).nullable(),
  requestedBy: z.string(),
  requestedById: Id,
  requestedAt: Moment,
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  /**
   * Why it was rejected; if it ended, why the application was reopened (a `ChoiceValue`) or the certificate revoked.
   */
  remark: z.string().nullable(),
  /** The act on the certificate that ended the request; `decidedBy` is who did it. */
  endedWith: z.enum(['reopened', 'revoked']).nullable(),
  /** The faulty or lost copy; 0 is the original. */
  copyNumber: z.number().int(),
  blankSerial: z.string(),
  /** When a newer copy superseded it; no decision is possible afterwards. */
  reprintedAt: Moment.nullable(),
  certificateState: Certificate.shape.state,
  certificateWithheldAt: Moment.nullable(),
  missingFacts: Certificate.shape.missingFacts,
  /** Until when the caller is offered to take the approval back. */
  takeBackUntil: Moment.nullable(),
  version: Version,
});
export type ReprintRequest = z.infer<typeof ReprintRequest>;

/** `from` and `to` are days of printing. */
export const ReprintFilters = CollegeAndDayFilters.extend({
  /**
   * `open`: nothing printed yet and a decision is still possible, whatever was decided so far; `approved`: every
   * approved one; `print_room`: requested by the print room, or approved.
   */
  list: z.enum(['all', 'open', 'approved', 'print_room']).default('all'),
  status: z.enum(['all', 'pending', ...reprintStatuses]).default('all'),
  /** Whether something is due for it. */
  payment: z.enum(['all', 'unpaid', 'not_due']).default('all'),
  /** Whether the new copy is still to be printed. */
  copy: z.enum(['all', 'waiting', 'printed']).default('all'),
  certificateId: Id.optional(),
});
export type ReprintFilters = z.infer<typeof ReprintFilters>;

export const reprintSorts = ['requestedAt', 'studentName', 'examRollNumber'] as const;

export const ReprintEntry = z
  .object({
    certificateId: z.uuid(t`Choose the certificate.`),
    /** `lost`, or what is wrong with the printed copy. */
    reason: typedText().trim().min(3, t`Enter what is wrong with the printed copy.`).max(500),
    cause: z.enum(reprintCauses, t`Choose whose fault it is.`),
    /** Required unless lost. */
    errorPhotoFileId: z.uuid(t`Add a photo of the error.`).optional(),
    /** Signed; required if lost. */
    declarationFileId: z.uuid(t`Add the signed declaration.`).optional(),
  })
  .superRefine((entry, context) => {
    const wanted = isLost(entry)
      ? ({ declarationFileId: t`Add the signed declaration.`, errorPhotoFileId: null } as const)
      : ({ errorPhotoFileId: t`Add a photo of the error.`, declarationFileId: null } as const);
    for (const [field, message] of Object.entries(wanted)) {
      if ((message === null) !== (entry[field as keyof typeof wanted] === undefined))
        context.addIssue({
          code: 'custom',
          path: [field],
          message: message ?? t`Only a lost sheet has a declaration, and it has no photo.`,
        });
    }
  });
export type ReprintEntry = z.infer<typeof ReprintEntry>;

export function isLost({ reason }: { reason: string }): boolean {
  return reason.trim().toLowerCase() === lostReason;
}

const decisionErrors = [
  'reprints.not_found',
  'reprints.own_request',
  'reprints.ended',
  'reprints.data_corrected',
  'reprints.decided_so',
  'reprints.in_run',
  'reprints.printed',
  'records.stale',
] as const;

const reads = ['reprints', 'certificates'] as const;

export const reprintsContract = {
  ...listOperation('ReprintRequests', {
    path: '/reprint-requests',
    of: 'the reprint requests in the scope of the caller',
    access: 'reprints:read',
    reads,
    row: ReprintRequest,
    filters: ReprintFilters,
    sort: sortOf(reprintSorts).optional(),
  }),
  getReprintRequest: readRecord('/reprint-requests/{id}', {
    summary: 'One reprint request.',
    access: 'reprints:read',
    reads,
    errors: ['reprints.not_found'],
    answer: ReprintRequest,
  }),
  requestReprint: operation('POST /reprint-requests', {
    summary:
      'Asks for a new copy of a printed certificate, with a photo of what is wrong with the valid one, or a signed declaration that it is lost.',
    access: 'reprints:request',
    errors: [
      'certificates.not_found',
      'certificates.withheld',
      'files.not_usable',
      'reprints.not_printed',
      'reprints.revoked',
      'reprints.asked_already',
      'reprints.facts_missing',
    ],
  })
    .input(ReprintEntry)
    .output(z.object({ id: Id, due: Rupees })),
  payReprint: operation('POST /reprint-requests/{id}/pay', {
    summary: 'Records the demand draft for the charge of a reprint, which is approved only once it is paid.',
    access: 'reprints:pay',
    errors: [
      'reprints.not_found',
      'reprints.nothing_due',
      'demand_drafts.differs',
      'demand_drafts.other_college',
      'demand_drafts.exhausted',
      'demand_drafts.looks_alike',
      'demand_drafts.not_usable',
      'demand_drafts.drawn_later',
      'demand_drafts.stale',
      'files.not_usable',
      'records.stale',
    ],
  })
    .input(z.object({ id: Id, version: Version, draft: DraftEntry }))
    .output(z.object({ version: Version, pending: Rupees })),
  concedeReprint: changeRecord('/reprint-requests/{id}/concede', {
    summary:
      'Records that a reprint costs less than the schedule says, on whose authority; its approval by another person confirms it.',
    access: 'reprints:pay',
    errors: [
      'reprints.not_found',
      'reprints.nothing_due',
      'reprints.decided',
      'reprints.conceded_already',
      'records.stale',
    ],
    fields: Concession.shape,
  }),
  approveReprint: changeRecord('/reprint-requests/{id}/approve', {
    summary: 'Approves a request of somebody else: the certificate joins the print queue.',
    access: 'reprints:decide',
    errors: [
      ...decisionErrors,
      'certificates.withheld',
      'reprints.asked_already',
      'reprints.being_reprinted',
      'reprints.revoked',
      'reprints.not_paid',
      'reprints.facts_missing',
      'reprints.own_concession',
    ],
  }),
  rejectReprint: changeRecord('/reprint-requests/{id}/reject', {
    summary: 'Rejects a request of somebody else and says why; one that was approved leaves the print queue.',
    access: 'reprints:decide',
    errors: decisionErrors,
    fields: { remark: typedText().trim().min(3, t`Enter why it is rejected.`).max(500) },
  }),
  reopenReprint: changeRecord('/reprint-requests/{id}/reopen', {
    summary: 'Takes a decision back while nothing was printed: the request is pending again.',
    access: 'reprints:decide',
    errors: [...decisionErrors, 'certificates.withheld', 'reprints.asked_already', 'reprints.revoked'],
  }),
};
