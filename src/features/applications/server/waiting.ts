import { type RawBuilder, sql } from 'kysely';
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

const contributors = contributorsTo(sql.ref('applications.id'));
const leasedTo = sql<string | null>`(select staff_id from application_leases l
  where l.application_id = applications.id and l.expires_at > now())`;

function whileReceived<Value>(value: RawBuilder<Value>, otherwise = sql<Value>`null`): RawBuilder<Value> {
  return sql`case when applications.status = 'received' then ${value} else ${otherwise} end`;
}

export const waiting = {
  'applications.returned_to_me': waitingIn({ ...list, since }),
  'applications.to_verify': waitingIn({ ...list, barred: contributors, only: leasedTo }),
  'applications.fee_short': waitingIn({ ...list, since, roles: rolesWith('applications:correct') }),
  'applications.overdue': waitingIn({
    ...list,
    roles: whileReceived(rolesWith('applications:verify'), rolesWith('print_runs:prepare')),
    barred: whileReceived(contributors),
    only: whileReceived(leasedTo),
  }),
};
