import { z } from 'zod';
import { Day, Id, positiveRupees, Rupees } from '#shared/identifiers.ts';

/** A demand draft as the clerk reads it off its face, in the order of the face. Natural key: bank, branch, number. */
export const DraftEntry = z.object({
  number: z
    .string()
    .trim()
    .regex(/^\d{6}$/, 'A draft number has 6 digits.'),
  drawnOn: Day,
  bank: z.string().trim().min(2, 'Write the issuing bank.').max(80),
  branch: z.string().trim().min(2, 'Write the issuing branch.').max(80),
  amount: positiveRupees('The amount has to be above zero.'),
});
export type DraftEntry = z.infer<typeof DraftEntry>;

/** The part of one draft that pays for one application. */
export const Allocation = DraftEntry.extend({
  demandDraftId: Id,
  allocatedAmount: Rupees,
  state: z.string(),
});
export type Allocation = z.infer<typeof Allocation>;
