import { sql } from 'kysely';
import { contributorsTo } from '#platform/server/db/contributors.ts';
import { rolesWith, waitingIn } from '#platform/server/db/waiting-rows.ts';
import { ApplicationFilters } from '../contract.ts';
import { listOfApplications } from './application-lists.ts';
import { waitingAmongApplications } from './search-applications.ts';

const list = {
  filters: ApplicationFilters,
  rows: waitingAmongApplications,
  college: sql.ref<string | null>('applications.college_id'),
};
const since = listOfApplications.order.columns.waitingSince;

const decided = {
  barred: contributorsTo(sql.ref('applications.id')),
  only: sql<string | null>`(select staff_id from application_leases l
    where l.application_id = applications.id and l.expires_at > now())`,
};

export const waiting = {
  'applications.returned_to_me': waitingIn({ ...list, since }),
  'applications.to_verify': waitingIn({ ...list, ...decided }),
  'applications.fee_short': waitingIn({ ...list, since, roles: rolesWith('applications:correct') }),
  'applications.overdue': waitingIn({ ...list, ...decided, roles: rolesWith('applications:verify') }),
  'applications.overdue_to_print': waitingIn({ ...list, roles: rolesWith('print_runs:prepare') }),
};
