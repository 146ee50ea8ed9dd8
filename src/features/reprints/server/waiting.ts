import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import { ReprintFilters } from '../contract.ts';
import { waitingReprints as declared } from '../waiting.ts';
import { reprintRequests } from './queries.ts';

const list = { filters: ReprintFilters, rows: reprintRequests.waiting };

export const waitingReprintQueries = {
  'reprints.to_approve': waitingIn(declared['reprints.to_approve'], {
    ...list,
    since: 'reprint_requests.requested_at',
    fixed: { list: 'open' },
  }),
  'reprints.to_print': waitingIn(declared['reprints.to_print'], {
    ...list,
    since: 'reprint_requests.decided_at',
    fixed: { list: 'print_room' },
  }),
};
