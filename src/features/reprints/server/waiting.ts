import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import { ReprintFilters } from '../contract.ts';
import { reprintRequests } from './queries.ts';

const list = { filters: ReprintFilters, rows: reprintRequests.waiting };

export const waiting = {
  'reprints.to_approve': waitingIn({
    ...list,
    since: 'reprint_requests.requested_at',
    fixed: { list: 'open' },
  }),
  'reprints.to_print': waitingIn({
    ...list,
    since: 'reprint_requests.decided_at',
    fixed: { list: 'print_room' },
  }),
};
