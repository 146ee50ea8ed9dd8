import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import { ApplicationFilters } from '../contract.ts';
import { waitingApplications as declared } from '../waiting.ts';
import { waitingAmongApplications } from './search-applications.ts';

const list = { filters: ApplicationFilters, rows: waitingAmongApplications };

export const waitingApplicationQueries = {
  'applications.returned_to_me': waitingIn(declared['applications.returned_to_me'], {
    ...list,
    since: 'applications.returned_at',
  }),
  'applications.to_verify': waitingIn(declared['applications.to_verify'], {
    ...list,
    since: 'applications.received_at',
  }),
  'applications.fee_short': waitingIn(declared['applications.fee_short'], {
    ...list,
    since: 'applications.rejected_at',
  }),
  'applications.overdue': waitingIn(declared['applications.overdue'], {
    ...list,
    since: { day: 'applications.result_date' },
  }),
};
