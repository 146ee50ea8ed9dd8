import { z } from 'zod';
import { changeRecord, listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import { certificateStateLabels } from '#shared/certificate-states.ts';
import {
  CollegeAndDayFilters,
  Day,
  FileReference,
  Id,
  Moment,
  positiveRupees,
  Rupees,
  SearchTerm,
  sortOf,
  typedNumber,
  typedText,
  Version,
} from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { draftStateLabels } from './states.ts';

export type DraftState = keyof typeof draftStateLabels;
export const draftStates = namesOf(draftStateLabels);

/** Why a bank returns a draft. */
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

/** The most drafts on one slip: as many as a teller counts in one go. */
export const maximumDraftsOnSlip = 200;

/** The fields printed on a demand draft, in their printed order. Natural key: bank, branch, number. */
const DraftFace = z.object({
  number: typedNumber()
    .trim()
    .regex(/^\d{6}$/, t`A draft number has 6 digits.`),
  drawnOn: Day,
  bank: typedText().trim().min(2, t`Enter the issuing bank.`).max(80),
  branch: typedText().trim().min(2, t`Enter the issuing branch.`).max(80),
  amount: positiveRupees(t`The amount must be more than zero.`),
});
export type DraftFace = z.infer<typeof DraftFace>;

/** Why a draft that looks like a recorded one is another; ignored if none does. */
export const AlikeReason = typedText().trim().min(3, t`Enter why it is another draft.`).max(300).optional();

/** A draft brought to the counter. It needs a receipt, unless it is already recorded with one. */
export const DraftEntry = DraftFace.extend({
  receiptFileId: z.uuid(t`Add the bank receipt.`).optional(),
  alikeReason: AlikeReason,
});
export type DraftEntry = z.infer<typeof DraftEntry>;

/** The part of one draft that pays for one application. */
export const Allocation = DraftFace.extend({
  demandDraftId: Id,
  /** Null for some drafts recorded when receipts still belonged to applications. */
  receipt: FileReference.nullable(),
  allocatedAmount: Rupees,
  state: z.string(),
  /** False once the bank returned the draft or another replaced it: the allocation is then history. */
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
  /** What is neither allocated nor refunded. */
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
  /** The draft that replaced it. */
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
  /** Null before a certificate is to be printed. */
  certificateState: z.enum(namesOf(certificateStateLabels)).nullable(),
  /** What is pending of the application, or of the reprint. */
  pendingAmount: Rupees,
  amount: Rupees,
  allocatedAt: Moment,
  /** The convocation number of the certificate whose reprint it pays for; null if it pays for the application. */
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

/** A draft that was returned, or replaced by one that does not cover the fee, and so caused a rejection. */
export const FallenDraft = z.object({
  number: z.string(),
  bank: z.string(),
  branch: z.string(),
  returnReason: z.enum(bankReturnReasons).nullable(),
  returnRemark: z.string().nullable(),
  /** The number of the replacement; null if the bank returned it. */
  replacedBy: z.string().nullable(),
});
export type FallenDraft = z.infer<typeof FallenDraft>;

export function describeFallenDraft(draft: FallenDraft): string {
  const { number, bank, branch, returnReason, returnRemark: remark, replacedBy } = draft;
  if (returnReason === null)
    return t`Draft ${number} of ${bank}, ${branch} was replaced by draft ${replacedBy ?? ''}, which does not cover the fee.`;
  if (returnReason === 'other' && remark)
    return t`Draft ${number} of ${bank}, ${branch} was returned by the bank: ${remark}`;
  const reason = translateLabel(bankReturnReasonLabels[returnReason]);
  const sentence = t`Draft ${number} of ${bank}, ${branch} was returned by the bank: ${reason}.`;
  return remark ? `${sentence} ${remark}` : sentence;
}

/** One draft with its allocations, refunds and history, oldest first. */
export const DemandDraftDetail = DemandDraft.extend({
  /** The part that paid for something before the portal; included in `allocatedAmount`. */
  allocatedBefore: Rupees,
  allocations: z.array(DraftAllocation),
  refunds: z.array(Refund),
  /** Drafts that this one replaced. */
  replaces: z.array(z.object({ id: Id, number: z.string(), bank: z.string() })),
  history: z.array(z.object({ at: Moment, by: z.string(), event: z.string() })),
});
export type DemandDraftDetail = z.infer<typeof DemandDraftDetail>;

/** A draft already recorded, as the counter sees it before using it again. */
export const DraftOnRegister = z.object({
  id: Id,
  drawnOn: z.string(),
  amount: Rupees,
  balance: Rupees,
  validUntil: z.string(),
  state: z.enum(draftStates),
  collegeId: Id,
  receipt: FileReference.nullable(),
  /** The newest applications that it pays for; `paysCount` counts all. */
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
export type DraftOnRegister = z.infer<typeof DraftOnRegister>;

/** A recorded draft that the one being entered may be: by number, amount and date, or by the bytes of its receipt. */
export const AlikeDraft = z.object({
  id: Id,
  number: z.string(),
  bank: z.string(),
  branch: z.string(),
  because: z.enum(['face', 'receipt']),
});
export type AlikeDraft = z.infer<typeof AlikeDraft>;

export const DraftFilters = z.object({
  /** Covers number, bank, branch, college, and name or numbers of a candidate that the draft pays for. */
  search: SearchTerm,
  state: z.enum(['all', ...draftStates]).default('all'),
  /**
   * `undeposited`: in hand. `without_slip`: in hand and on no deposit slip. `going_stale`: in hand and 75 days old, or
   * near the end of its revalidation. `with_balance`: can still pay.
   */
  show: z.enum(['all', 'undeposited', 'without_slip', 'going_stale', 'with_balance']).default('all'),
});
export type DraftFilters = z.infer<typeof DraftFilters>;

/** A draft that was deposited, and how many days after its receipt. */
export const DraftDays = DemandDraft.extend({ days: z.int() });
export type DraftDays = z.infer<typeof DraftDays>;
const draftDaysSorts = ['days', 'receivedAt', 'number', 'amount'] as const;
export type DraftDaysSort = (typeof draftDaysSorts)[number];

/** A draft shows its slip, and a slip its drafts, so they change together. */
export const draftsAndSlips = ['demand_drafts', 'deposit_slips'] as const;

export const demandDraftsContract = {
  ...listOperation('Drafts', {
    path: '/demand-drafts',
    of: 'the demand drafts in the scope of the caller',
    access: 'demand_drafts:read',
    reads: draftsAndSlips,
    row: DemandDraft,
    filters: DraftFilters,
    sort: sortOf(['receivedAt', 'validUntil', 'number', 'amount']).optional(),
    sums: ['amount'],
  }),
  ...listOperation('DraftDays', {
    path: '/draft-days',
    of: 'the deposited demand drafts that were received on these days',
    access: 'fees:read',
    reads: draftsAndSlips,
    row: DraftDays,
    filters: CollegeAndDayFilters,
    sort: sortOf(draftDaysSorts).default('-days'),
    sums: ['amount'],
  }),
  lookUpDraft: operation('GET /demand-drafts/look-up', {
    summary:
      'Whether the draft with this face is recorded already, its balance, and whom it pays for; and the drafts that it looks like.',
    access: 'demand_drafts:read',
    reads: ['demand_drafts', 'applications'],
    errors: ['demand_drafts.other_college'],
  })
    .input(
      DraftEntry.pick({ number: true, bank: true, branch: true }).extend({
        drawnOn: Day.optional(),
        amount: z.coerce.number().int().optional(),
        receiptFileId: Id.optional(),
      }),
    )
    .output(z.object({ draft: DraftOnRegister.nullable(), alike: z.array(AlikeDraft) })),
  getDraft: readRecord('/demand-drafts/{id}', {
    summary: 'One draft with the applications that it pays for, its refunds and its history.',
    access: 'demand_drafts:read',
    reads: [...draftsAndSlips, 'applications', 'certificates'],
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
      reference: typedNumber()
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
