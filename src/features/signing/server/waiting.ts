import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import { BatchFilters } from '../contract.ts';
import { signingBatches } from './queries.ts';

export const waiting = {
  'signing_batches.out_long': waitingIn({
    filters: BatchFilters,
    rows: signingBatches.waiting,
    since: 'signing_batches.sent_at',
  }),
};
