import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import { BatchFilters } from '../contract.ts';
import { waitingSignatures } from '../waiting.ts';
import { signingBatches } from './queries.ts';

export const waitingSignatureQueries = {
  'signing_batches.out_long': waitingIn(waitingSignatures['signing_batches.out_long'], {
    filters: BatchFilters,
    rows: signingBatches.waiting,
    since: 'signing_batches.sent_at',
  }),
};
