import { z } from 'zod';
import { Day, Id, positiveRupees, Rupees } from '#shared/identifiers.ts';
import { t } from '#shared/words.ts';

export const draftStates = ['received', 'deposited', 'realised', 'returned_by_bank', 'stale'] as const;
export type DraftState = (typeof draftStates)[number];
export const draftStateLabels: Record<DraftState, string> = {
  received: t`Received`,
  deposited: t`Deposited`,
  realised: t`Realised`,
  returned_by_bank: t`Returned by bank`,
  stale: t`Stale`,
};

/** A demand draft as the clerk reads it off its face, in the order of the face. Natural key: bank, branch, number. */
export const DraftEntry = z.object({
  number: z
    .string()
    .trim()
    .regex(/^\d{6}$/, t`A draft number has 6 digits.`),
  drawnOn: Day,
  bank: z.string().trim().min(2, t`Write the issuing bank.`).max(80),
  branch: z.string().trim().min(2, t`Write the issuing branch.`).max(80),
  amount: positiveRupees(t`The amount has to be above zero.`),
});
export type DraftEntry = z.infer<typeof DraftEntry>;

/** The part of one draft that pays for one application. */
export const Allocation = DraftEntry.extend({
  demandDraftId: Id,
  allocatedAmount: Rupees,
  state: z.string(),
});
export type Allocation = z.infer<typeof Allocation>;
