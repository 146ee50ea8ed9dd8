import { z } from 'zod';
import { listOperation } from '#platform/contract/operation.ts';
import { CollegeAndDayFilters, Id, Moment, Rupees } from '#shared/fields.ts';

/** The rupees of one demand draft allocated to one charge. */
export const Collection = z.object({
  id: Id,
  applicationId: Id,
  registrationNumber: z.string(),
  candidateName: z.string(),
  /** The draft's college, which gets the revenue. */
  collegeName: z.string(),
  draftId: Id,
  draftNumber: z.string(),
  bank: z.string(),
  charge: z.string(),
  amount: Rupees,
  allocatedBy: z.string(),
  allocatedAt: Moment,
});
export type Collection = z.infer<typeof Collection>;

/** `from` and `to` are days of allocation. The search covers candidate, numbers, bank and branch. */
export type CollectionFilters = CollegeAndDayFilters;

export const collectionsContract = listOperation('Collections', {
  path: '/collections',
  of: 'the rupees of demand drafts that pay for applications and reprints, which together are the revenue',
  access: 'fees:read',
  reads: ['applications', 'demand_drafts', 'reprints'],
  row: Collection,
  filters: CollegeAndDayFilters,
  sums: ['amount'],
});
