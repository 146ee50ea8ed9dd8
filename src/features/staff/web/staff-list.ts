import { client } from '#features/client.ts';
import type { ListSource } from '#platform/web/components/list/list-declaration.ts';
import { listSource } from '#platform/web/components/list/list-source.ts';
import { everybodySheet, type StaffSheet } from '../columns.ts';
import type { StaffFilters, StaffMember } from '../contract.ts';

/** Everything cached of staff stands below this key; a change of one account makes all of it stale. */
export const staffKey = ['staff'];

export type StaffSort = 'name' | 'email' | 'role';
export type RoleFilter = { role: StaffFilters['role'] };

/** All staff, narrowed by the filter of the screen. */
export const everybodyList = listSource<StaffMember, StaffSort, RoleFilter>({
  queryKey: [...staffKey, 'all'],
  sheet: everybodySheet,
  page: client.staff.listStaff,
  count: client.staff.countStaff,
  row: client.staff.getStaff,
});

/** The people of one role. */
export function staffListOf(
  role: StaffMember['role'],
  sheet: StaffSheet,
): ListSource<StaffMember, StaffSort, never> {
  return {
    queryKey: [...staffKey, role],
    fetchPage: ({ filters: _, sort, ...page }, options) =>
      client.staff.listStaff({ ...page, role, sort }, options),
    fetchCount: ({ search }, options) => client.staff.countStaff({ search, role }, options),
    exportOf: ({ search, sort }) => ({ sheet, input: { search, role, sort } }),
    fetchRow: (id, options) => client.staff.getStaff({ id }, options),
  };
}
