import { z } from 'zod';
import { listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { Id, Moment, SearchTerm, typedText, Version } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { Certificate } from './contract.ts';

const outcomes = ['confirmed', 'declined', 'withdrawn'] as const;

/** Outcomes of a proposal; without one it waits for a second person. */
export const revocationLabels = {
  proposed: t`Proposed`,
  confirmed: t`Revoked`,
  declined: t`Declined`,
  withdrawn: t`Withdrawn`,
} as const satisfies Record<(typeof outcomes)[number] | 'proposed', string>;

/** A proposal to revoke a certificate permanently. */
export const Revocation = z.object({
  id: Id,
  certificateId: Id,
  convocationNumber: z.string(),
  studentName: z.string(),
  examRollNumber: z.string(),
  collegeCode: z.string(),
  collegeName: z.string(),
  certificateState: Certificate.shape.state,
  /** Shown to the public at /verify. */
  reason: z.string(),
  /** The resolution or order. */
  authority: z.string(),
  proposedBy: z.string(),
  proposedById: Id,
  proposedAt: Moment,
  /** Null until it is decided. */
  outcome: z.enum(outcomes).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  /** Why it was declined. */
  remark: z.string().nullable(),
});
export type Revocation = z.infer<typeof Revocation>;

export const RevocationFilters = z.object({
  /** Covers student, numbers, college, reason and authority. */
  search: SearchTerm,
  state: z.enum(['all', ...namesOf(revocationLabels)]).default('all'),
  certificateId: Id.optional(),
});
export type RevocationFilters = z.infer<typeof RevocationFilters>;

/** No version in the input: a proposal never changes and is decided once. */
function decision<Fields extends z.ZodRawShape = Record<never, never>>(
  verb: 'confirm' | 'decline' | 'withdraw',
  { summary, errors, fields }: { summary: string; errors: ErrorCode[]; fields?: Fields },
) {
  return operation(`POST /revocations/{id}/${verb}`, {
    summary,
    access: 'certificates:revoke',
    errors: ['revocations.not_found', 'revocations.decided', ...errors],
  })
    .input(z.object({ id: Id, ...(fields ?? ({} as Fields)) }))
    .output(z.object({}));
}

/** UGC's letter of 1 September 2023: the reason is public, so it must not contain an Aadhaar number. */
const PublicReason = typedText()
  .trim()
  .min(3, t`Enter why the certificate is revoked.`)
  .max(300)
  .refine((text) => !/(\d[ -]?){12}/.test(text), t`The reason is public: leave the Aadhaar number out.`);

export const revocationsContract = {
  ...listOperation('Revocations', {
    path: '/revocations',
    of: 'the proposals to revoke certificates in the scope of the caller',
    access: 'revocations:read',
    reads: ['certificates'],
    row: Revocation,
    filters: RevocationFilters,
  }),
  getRevocation: readRecord('/revocations/{id}', {
    summary: 'One proposal to revoke a certificate.',
    access: 'revocations:read',
    reads: ['certificates'],
    errors: ['revocations.not_found'],
    answer: Revocation,
  }),
  proposeRevocation: operation('POST /certificates/{id}/revocations', {
    summary: 'Proposes to revoke a certificate, with reason and authority, for another admin to confirm.',
    access: 'certificates:revoke',
    errors: [
      'certificates.not_found',
      'certificates.revoked',
      'revocations.proposed_already',
      'records.stale',
    ],
  })
    .input(
      z.object({
        id: Id,
        /** The certificate's version. */
        version: Version,
        reason: PublicReason,
        authority: typedText().trim().min(3, t`Enter the resolution or order, with its date.`).max(200),
      }),
    )
    .output(z.object({ id: Id })),
  confirmRevocation: decision('confirm', {
    summary:
      'Revokes the certificate for good, as another admin than who proposed it: it is not printed, not handed over, and /verify says since when and why.',
    errors: ['revocations.own_proposal', 'certificates.in_print_run'],
  }),
  declineRevocation: decision('decline', {
    summary: 'Declines what another admin proposed, and says why: the certificate stays what it is.',
    errors: ['revocations.own_proposal'],
    fields: { remark: typedText().trim().min(3, t`Enter why it is declined.`).max(500) },
  }),
  withdrawRevocation: decision('withdraw', {
    summary: 'Withdraws one’s own proposal: the certificate stays what it is.',
    errors: ['revocations.not_own_proposal'],
  }),
};
