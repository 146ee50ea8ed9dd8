import { z } from 'zod';
import { operation } from '#platform/contract/operation.ts';
import { Moment } from '#shared/fields.ts';
import { roles } from '#shared/roles.ts';
import type { WaitingName } from './waiting.ts';

const Count = z.object({
  /** At most 1,000. */
  count: z.int(),
  isMore: z.boolean(),
  /** Since when the oldest waits; null if none does. */
  oldest: Moment.nullable(),
});

/** The number of waiting rows of one kind, possibly 0; of them, those on which the caller may act, and the others. */
export const WaitingCount = Count.extend({
  name: z.string() as z.ZodType<WaitingName>,
  forMe: Count,
  /** With the names of those who may act. */
  forOthers: Count.extend({ who: z.array(z.string()) }),
});
export type WaitingCount = z.infer<typeof WaitingCount>;

export const waitingContract = {
  listWaiting: operation('GET /waiting', {
    summary:
      'What waits for the caller at a desk, their own unless an admin names another: counts within the scope of the caller, and since when the oldest waits.',
    access: 'account:use',
    reads: 'all',
    follows: 'figures',
    errors: ['auth.not_permitted'],
  })
    .input(z.object({ desk: z.enum(roles).optional() }))
    .output(z.object({ waiting: z.array(WaitingCount) })),
};
