import { sql } from 'kysely';
import { rolesWith, waitingIn } from '#platform/server/db/waiting-rows.ts';
import { BatchFilters } from '../contract.ts';
import { signingBatches } from './queries.ts';

export const waiting = {
  'signing_batches.out_long': waitingIn({
    filters: BatchFilters,
    rows: signingBatches.waiting,
    roles: rolesWith('signing_batches:record'),
    college: sql.ref<string | null>('signing_batches.college_id'),
  }),
};
