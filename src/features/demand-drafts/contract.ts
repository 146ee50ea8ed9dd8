import { z } from 'zod';
import { changeRecord, listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import {
  Day,
  FileReference,
  Id,
  Moment,
  positiveRupees,
  Rupees,
  SearchTerm,
  sortOf,
  typedText,
  Version,
} from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { said } from '#shared/saying.ts';
import { t } from '#shared/words.ts';

export const draftStateLabels = {
  received: t`Received`,
  deposited: t`Deposited`,
  realised: t`Realised`,
  returned_by_bank: t`Returned by bank`,
  stale: t`Stale`,
};
export type DraftState = keyof typeof draftStateLabels;
export const draftStates = namesOf(draftStateLabels);

/** Why a bank gives a draft back. */
export const bankReturnReasonLabels = {
  signature: t`Signature missing or different`,
  payee_mismatch: t`Payee differs`,
  stale: t`Presented after its validity`,
  mutilated: t`Mutilated`,
  forged: t`Forged or altered`,
  stopped: t`Payment stopped`,
  other: t`Something else (see the remark)`,
};
export type BankReturnReason = keyof typeof bankReturnReasonLabels;
export const bankReturnReasons = namesOf(bankReturnReasonLabels);

/** The most drafts of one slip: what a teller counts in one go. */
export const maximumDraftsOnSlip = 200;

/** A demand draft as the clerk reads it off its face, in the order of the face. Natural key: bank, branch, number. */
const DraftFace = z.object({
  number: z
    .string()
    .trim()
    .regex(/^\d{6}$/, t`A draft number has 6 digits.`),
  drawnOn: Day,
  bank: typedText().trim().min(2, t`Enter the issuing bank.`).max(80),
  branch: typedText().trim().min(2, t`Enter the issuing branch.`).max(80),
  amount: positiveRupees(t`The amount must be more than zero.`),
});
export type DraftFace = z.infer<typeof DraftFace>;

/** A draft that is brought. One that is recorded already keeps its receipt; any other needs one. */
export const DraftEntry = DraftFace.extend({ receiptFileId: z.uuid(t`Add the bank receipt.`).optional() });
export type DraftEntry = z.infer<typeof DraftEntry>;

/** The part of one draft that pays for one application. */
export const Allocation = DraftFace.extend({
  demandDraftId: Id,
  /** Null for some that were recorded before receipts were of drafts. */
  receipt: FileReference.nullable(),
  allocatedAmount: Rupees,
  state: z.string(),
  /** False once the bank returned the draft or another took its place: the allocation is history. */
  pays: z.boolean(),
});
export type Allocation = z.infer<typeof Allocation>;

export const DemandDraft = DraftFace.extend({
  id: Id,
  state: z.enum(draftStates),
  collegeCode: z.string(),
  collegeName: z.string(),
  /** The last day on which it can be deposited, `yyyy-mm-dd`. */
  validUntil: z.string(),
  allocatedAmount: Rupees,
  refundedAmount: Rupees,
  /** What neither pays for an application nor was refunded. */
  balance: Rupees,
  receivedBy: z.string(),
  receivedAt: Moment,
  depositSlipId: Id.nullable(),
  slipNumber: z.string().nullable(),
  depositedOn: z.string().nullable(),
  realisedOn: z.string().nullable(),
  returnReason: z.enum(bankReturnReasons).nullable(),
  returnRemark: z.string().nullable(),
  returnedAt: Moment.nullable(),
  /** The draft that took its place. */
  replacedById: Id.nullable(),
  replacedByNumber: z.string().nullable(),
  version: Version,
});
export type DemandDraft = z.infer<typeof DemandDraft>;

export const DraftAllocation = z.object({
  applicationId: Id,
  acknowledgementNumber: z.number().int(),
  registrationNumber: z.string(),
  candidateName: z.string(),
  status: z.string(),
  /** Of the application, or of the reprint. */
  pendingAmount: Rupees,
  amount: Rupees,
  allocatedAt: Moment,
  /** The convocation number of a certificate for whose reprint it pays; null where it pays for the application. */
  reprintOf: z.string().nullable(),
});

export const Refund = z.object({
  id: Id,
  amount: Rupees,
  paidTo: z.string(),
  reference: z.string(),
  refundedBy: z.string(),
  refundedAt: Moment,
});

/** A draft that came back, or was replaced by one that does not cover the fee: why an application was rejected. */
export const FallenDraft = z.object({
  number: z.string(),
  bank: z.string(),
  branch: z.string(),
  returnReason: z.enum(bankReturnReasons).nullable(),
  returnRemark: z.string().nullable(),
  /** The number of the draft in its place; null where the bank returned it. */
  replacedBy: z.string().nullable(),
});
export type FallenDraft = z.infer<typeof FallenDraft>;

export function describeFallenDraft(draft: FallenDraft): string {
  const { number, bank, branch, returnReason, returnRemark: remark, replacedBy } = draft;
  if (returnReason === null)
    return t`Draft ${number} of ${bank}, ${branch} was replaced by draft ${replacedBy ?? ''}, which does not cover the fee.`;
  if (returnReason === 'other' && remark)
    return t`Draft ${number} of ${bank}, ${branch} was returned by the bank: ${remark}`;
  const reason = said(bankReturnReasonLabels[returnReason]);
  const sentence = t`Draft ${number} of ${bank}, ${branch} was returned by the bank: ${reason}.`;
  return remark ? `${sentence} ${remark}` : sentence;
}

/** One draft with what it pays, what went back, and all that happened to it, oldest first. */
export const DemandDraftDetail = DemandDraft.extend({
  /** What of it paid for something before the portal; part of `allocatedAmount`. */
  allocatedBefore: Rupees,
  allocations: z.array(DraftAllocation),
  refunds: z.array(Refund),
  /** Drafts whose place this one took. */
  replaces: z.array(z.object({ id: Id, number: z.string(), bank: z.string() })),
  history: z.array(z.object({ at: Moment, by: z.string(), event: z.string() })),
});
export type DemandDraftDetail = z.infer<typeof DemandDraftDetail>;

/** A draft that is recorded already, as the counter has to know it before it is used again. */
export const KnownDraft = z.object({
  id: Id,
  drawnOn: z.string(),
  amount: Rupees,
  balance: Rupees,
  validUntil: z.string(),
  state: z.enum(draftStates),
  collegeId: Id,
  receipt: FileReference.nullable(),
  /** Whom it pays for already, the newest first; `paysCount` is of all of them. */
  pays: z.array(
    z.object({
      applicationId: Id,
      acknowledgementNumber: z.number().int(),
      candidateName: z.string(),
      amount: Rupees,
    }),
  ),
  paysCount: z.number().int(),
});
export type KnownDraft = z.infer<typeof KnownDraft>;

export const DraftFilters = z.object({
  /** Number, bank, branch, college, and name or numbers of a candidate whom the draft pays for. */
  search: SearchTerm,
  state: z.enum(['all', ...draftStates]).default('all'),
  /**
   * `undeposited`: in hand. `without_slip`: in hand and on no deposit slip. `going_stale`: in hand and 75 days old, or near
   * the end to which its bank revalidated it. `with_balance`: can still pay.
   */
  show: z.enum(['all', 'undeposited', 'without_slip', 'going_stale', 'with_balance']).default('all'),
});
export type DraftFilters = z.infer<typeof DraftFilters>;

/** A draft says on which slip it is, and a slip shows its drafts. */
export const draftsAndSlips = ['demand_drafts', 'deposit_slips'] as const;

export const demandDraftsContract = {
  ...listOperation('Drafts', {
    path: '/demand-drafts',
    of: 'the demand drafts in the scope of the caller',
    access: 'demand_drafts:read',
    reads: draftsAndSlips,
    row: DemandDraft,
    filters: DraftFilters,
    sort: sortOf(['receivedAt', 'validUntil', 'number', 'amount']).default('-receivedAt'),
    sums: ['amount'],
  }),
  lookUpDraft: operation('GET /demand-drafts/look-up', {
    summary: 'Whether the draft with this face is recorded already, its balance, and whom it pays for.',
    access: 'demand_drafts:read',
    reads: ['demand_drafts', 'applications'],
    errors: ['demand_drafts.other_college'],
  })
    .input(DraftEntry.pick({ number: true, bank: true, branch: true }))
    .output(z.object({ draft: KnownDraft.nullable() })),
  getDraft: readRecord('/demand-drafts/{id}', {
    summary: 'One draft with the applications that it pays for, its refunds and its history.',
    access: 'demand_drafts:read',
    reads: draftsAndSlips,
    errors: ['demand_drafts.not_found'],
    answer: DemandDraftDetail,
  }),
  realiseDrafts: operation('POST /demand-drafts/realise', {
    summary: 'Records that the bank credited deposited drafts, with the value date.',
    access: 'demand_drafts:settle',
    errors: ['demand_drafts.not_found', 'demand_drafts.not_deposited'],
  })
    .input(z.object({ draftIds: z.array(Id).min(1).max(maximumDraftsOnSlip), realisedOn: Day }))
    .output(z.object({ realised: z.number().int() })),
  refundDraft: changeRecord('/demand-drafts/{id}/refund', {
    summary: 'Records that money of a realised draft which pays for nothing went back.',
    access: 'demand_drafts:settle',
    errors: [
      'demand_drafts.not_found',
      'demand_drafts.not_realised',
      'demand_drafts.no_balance',
      'demand_drafts.refund_too_large',
    ],
    fields: {
      amount: positiveRupees(t`The amount must be more than zero.`),
      paidTo: typedText().trim().min(2, t`Enter who received the refund.`).max(120),
      reference: z
        .string()
        .trim()
        .min(2, t`Enter the payment number, for example a cheque or UTR number.`)
        .max(60),
    },
  }),
  revalidateDraft: changeRecord('/demand-drafts/{id}/revalidate', {
    summary: 'Records until when its bank made a stale draft valid again; it is in hand as before.',
    access: 'demand_drafts:deposit',
    errors: ['demand_drafts.not_found', 'demand_drafts.not_stale', 'demand_drafts.replaced'],
    fields: { validUntil: Day },
  }),
};
