import { sql } from 'kysely';
import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import { ReprintFilters } from '../contract.ts';
import { reprintRequests } from './queries.ts';

const list = { filters: ReprintFilters, rows: reprintRequests.waiting };

export const waiting = {
  'reprints.to_approve': waitingIn({
    ...list,
    fixed: { list: 'open' },
    barred: sql`array[reprint_requests.requested_by]`,
  }),
  'reprints.to_print': waitingIn({
    ...list,
    fixed: { list: 'print_room' },
  }),
};
