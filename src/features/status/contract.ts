import { z } from 'zod';
import { operation } from '#platform/contract/operation.ts';
import { typedNumber } from '#shared/fields.ts';
import { bareNumber } from '#shared/typed-number.ts';
import { t } from '#shared/words.ts';

/** The state of an application for its candidate. No name: both numbers identify it already. */
export const CandidateStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('received'), promisedOn: z.string().nullable() }),
  z.object({
    state: z.literal('returned'),
    /** As `ChoiceValue`s of the return reasons. Without the remark, which may name somebody. */
    reasons: z.array(z.string()),
  }),
  z.object({ state: z.literal('fee_short'), pendingAmount: z.number().int() }),
  z.object({
    /** `verified`: waits for the print room. */
    state: z.enum(['verified', 'printing', 'signing']),
    promisedOn: z.string().nullable(),
  }),
  z.object({ state: z.literal('ready') }),
  z.object({
    state: z.literal('sent'),
    sentOn: z.string(),
    carrier: z.string(),
    trackingNumber: z.string(),
  }),
  /** To the candidate, their representative, or with others to the college. */
  z.object({ state: z.literal('handed_over'), handedOverOn: z.string(), toCollege: z.boolean() }),
  /** Revoked: not disclosed here. */
  z.object({ state: z.literal('ask_university') }),
  /** No application has this pair of numbers. */
  z.object({ state: z.literal('unknown') }),
]);
export type CandidateStatus = z.infer<typeof CandidateStatus>;

export const StatusQuestion = z.object({
  /** `ACK000123`, `000123` or `123`. */
  acknowledgement: typedNumber()
    .overwrite(bareNumber)
    .regex(/^(?:ack)?[\s#-]*0*[1-9]\d{0,8}$/i, t`Enter the acknowledgement number, for example 000123.`),
  roll: typedNumber().trim().min(1, t`Enter the exam roll number.`).max(40),
});
export type StatusQuestion = z.infer<typeof StatusQuestion>;

export const statusContract = {
  findApplicationStatus: operation('GET /status', {
    summary:
      'Tells a candidate where the application with this acknowledgement number and exam roll number stands, without a name.',
    access: 'public',
    reads: [],
    errors: ['request.too_many'],
  })
    .input(StatusQuestion)
    .output(CandidateStatus),
};
