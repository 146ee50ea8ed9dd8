import { z } from 'zod';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import { changeRecord, listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import { Day, Id, Moment, SearchTerm, typedNumber, typedText, Version } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { DemandDraft, draftsAndSlips, maximumDraftsOnSlip } from './contract.ts';
import { depositSlipStateLabels } from './states.ts';

export type DepositSlipState = keyof typeof depositSlipStateLabels;
const depositSlipStates = namesOf(depositSlipStateLabels);

export const DepositSlip = z.object({
  id: Id,
  /** Gapless, `DS-000123`. */
  slipNumber: z.string(),
  state: z.enum(depositSlipStates),
  /** The university's account that receives the deposit, and the branch. */
  account: z.string(),
  bankBranch: z.string(),
  collegeCode: z.string().nullable(),
  draftCount: z.number().int(),
  total: z.number().int(),
  preparedBy: z.string(),
  preparedAt: Moment,
  depositedOn: z.string().nullable(),
  depositedBy: z.string().nullable(),
  cancelledAt: Moment.nullable(),
  cancelledBy: z.string().nullable(),
  version: Version,
});
export type DepositSlip = z.infer<typeof DepositSlip>;

/** One slip with its drafts, by bank, branch and number. */
export const DepositSlipDetail = DepositSlip.extend({ drafts: z.array(DemandDraft) });
export type DepositSlipDetail = z.infer<typeof DepositSlipDetail>;

export const SlipFilters = z.object({
  /** Covers slip number, account, branch, and the numbers of its drafts. */
  search: SearchTerm,
  state: z.enum(['all', ...depositSlipStates]).default('all'),
});
export type SlipFilters = z.infer<typeof SlipFilters>;

export const PrepareSlipInput = z.object({
  draftIds: z.array(Id).min(1, t`Choose at least one draft.`).max(maximumDraftsOnSlip),
  account: typedNumber().trim().min(4, t`Enter the account that it is deposited into.`).max(60),
  bankBranch: typedText().trim().min(2, t`Enter the bank and branch where it is deposited.`).max(120),
});

const slipErrors = ['deposit_slips.not_found', 'deposit_slips.not_prepared'] as const;

export const depositSlipsContract = {
  ...listOperation('DepositSlips', {
    path: '/deposit-slips',
    of: 'the deposit slips in the scope of the caller',
    access: 'demand_drafts:read',
    reads: draftsAndSlips,
    row: DepositSlip,
    filters: SlipFilters,
    sums: ['total'],
  }),
  getDepositSlip: readRecord('/deposit-slips/{id}', {
    summary: 'One deposit slip with its drafts.',
    access: 'demand_drafts:read',
    reads: draftsAndSlips,
    errors: ['deposit_slips.not_found'],
    answer: DepositSlipDetail,
  }),
  prepareDepositSlip: operation('POST /deposit-slips', {
    summary: 'Puts chosen drafts onto a new deposit slip, which takes the next number.',
    access: 'demand_drafts:deposit',
    errors: [
      'demand_drafts.not_found',
      'demand_drafts.not_in_hand',
      'demand_drafts.on_slip',
      'demand_drafts.validity_passed',
    ],
  })
    .input(PrepareSlipInput)
    .output(z.object({ id: Id, slipNumber: z.string() })),
  removeFromSlip: changeRecord('/deposit-slips/{id}/remove-draft', {
    summary: 'Takes a draft off a slip that is not deposited yet.',
    access: 'demand_drafts:deposit',
    errors: [...slipErrors, 'deposit_slips.draft_not_on_slip'],
    fields: { draftId: Id },
  }),
  cancelSlip: changeRecord('/deposit-slips/{id}/cancel', {
    summary:
      'Cancels a slip that is not deposited yet; its drafts are in hand again and its number stays used.',
    access: 'demand_drafts:deposit',
    errors: slipErrors,
  }),
  depositSlip: changeRecord('/deposit-slips/{id}/deposit', {
    summary: 'Records the day on which the slip was paid in; its drafts are deposited.',
    access: 'demand_drafts:deposit',
    errors: [...slipErrors, 'deposit_slips.empty', 'demand_drafts.validity_passed'],
    fields: { depositedOn: Day },
  }),
};

/** Documents printed for a deposit slip. */
export const depositSlipDocuments = {
  slip: documentOperation('/deposit-slips/{id}/document', {
    summary: 'The pay-in slip for the bank with its counterfoil: PDF/A, as many A4 pages as its drafts need.',
    access: 'demand_drafts:read',
    notFound: 'deposit_slips.not_found',
    errors: ['papers.letters_missing', 'papers.text_not_exact'],
  }),
};
