import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import { ApplicationFilters } from '../contract.ts';
import { waitingAmongApplications } from './search-applications.ts';

const list = { filters: ApplicationFilters, rows: waitingAmongApplications };

export const waiting = {
  'applications.returned_to_me': waitingIn({
    ...list,
    since: 'applications.returned_at',
  }),
  'applications.to_verify': waitingIn({
    ...list,
    since: 'applications.received_at',
  }),
  'applications.fee_short': waitingIn({
    ...list,
    since: 'applications.rejected_at',
  }),
  'applications.overdue': waitingIn({
    ...list,
    since: { day: 'applications.result_date' },
  }),
};
