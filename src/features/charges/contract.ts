import { z } from 'zod';
import { listOperation } from '#platform/contract/operation.ts';
import { CollegeAndDayFilters, Id, Moment, Rupees } from '#shared/fields.ts';
import { chargeKinds } from './charge.ts';

/** A charge that was lowered. */
export const ConcessionOfCharge = z.object({
  id: Id,
  applicationId: Id,
  registrationNumber: z.string(),
  candidateName: z.string(),
  collegeName: z.string(),
  kind: z.enum(chargeKinds),
  scheduledAmount: Rupees,
  concessionAmount: Rupees,
  /** A `ChoiceValue`. */
  reason: z.string(),
  authority: z.string(),
  recordedBy: z.string(),
  recordedAt: Moment,
});
export type ConcessionOfCharge = z.infer<typeof ConcessionOfCharge>;

export const chargesContract = listOperation('Concessions', {
  path: '/concessions',
  of: 'the charges with a concession recorded on these days',
  access: 'fees:read',
  reads: ['applications', 'reprints'],
  row: ConcessionOfCharge,
  filters: CollegeAndDayFilters,
  sums: ['scheduledAmount', 'concessionAmount'],
});
