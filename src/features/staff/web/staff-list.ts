import { api } from '#features/client.ts';
import { listSource } from '#platform/web/components/list.tsx';
import { t } from '#shared/words.ts';
import { everybodyLayout, type StaffLayout, type StaffSort } from '../columns.ts';
import type { StaffFilters, StaffMember } from '../contract.ts';

export type RoleFilter = { role: StaffFilters['role'] };
export type StatusFilter = { status: StaffFilters['status'] };

/** In the specification's spelling. */
export const roleFilter = {
  label: t`User Type`,
  options: [
    { value: 'all', label: t`All` },
    { value: 'case_worker', label: t`Case worker` },
    { value: 'printer', label: t`printer` },
    { value: 'receiver', label: t`Application receiver` },
  ],
} as const;

const operations = {
  page: api.staff.listStaff,
  count: api.staff.countStaff,
  row: api.staff.getStaff,
  // A new person may belong to another role's list.
  recountedAfter: ['staff.added'],
} as const;

/** All staff, narrowed by the screen's filter. */
export const everybodyList = listSource<StaffMember, StaffSort, RoleFilter>({
  layout: everybodyLayout,
  ...operations,
});

/** The same for the screen that also filters by account status. */
export const managedList = listSource<StaffMember, StaffSort, RoleFilter & StatusFilter>({
  layout: everybodyLayout,
  ...operations,
});

export function staffListOf(role: StaffMember['role'], layout: StaffLayout) {
  return listSource<StaffMember, StaffSort, never, RoleFilter>({ layout, fixed: { role }, ...operations });
}
