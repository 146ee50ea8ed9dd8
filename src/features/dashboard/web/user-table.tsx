import type { StaffMember } from '#features/staff/contract.ts';
import { roleLabels } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { client } from '#web/api/client.ts';
import type { Column, DetailField, ListSource } from '#web/components/list/list-declaration.ts';
import { columnsOf } from '#web/components/list/sheet-columns.tsx';
import { ListSection } from '#web/components/list-screen.tsx';
import { Moment } from '#web/components/moment.tsx';
import { usersSheet } from '../columns.ts';

type Sort = 'name' | 'email' | 'role';
type Filters = { role: 'all' | 'case_worker' | 'printer' | 'receiver' };

/** Spelt as the specification spells this filter. */
const filters = {
  role: {
    label: t`User Type`,
    options: [
      { value: 'all', label: t`All` },
      { value: 'case_worker', label: t`Case worker` },
      { value: 'printer', label: t`printer` },
      { value: 'receiver', label: t`Application receiver` },
    ],
  },
} as const;

const list: ListSource<StaffMember, Sort, Filters> = {
  queryKey: ['staff', 'dashboard'],
  fetchPage: ({ filters: chosen, sort, ...page }, options) =>
    client.staff.listStaff({ ...page, ...chosen, sort }, options),
  fetchCount: ({ search, filters: chosen }, options) =>
    client.staff.countStaff({ search, ...chosen }, options),
  exportOf: ({ search, filters: chosen, sort }) => ({
    sheet: usersSheet,
    input: { search, ...chosen, sort },
  }),
  fetchRow: (id, options) => client.staff.getStaff({ id }, options),
};

const columns: Column<StaffMember, Sort>[] = columnsOf(usersSheet, {
  name: { width: 180, sortKey: 'name', card: 'title' },
  email: { width: 240, sortKey: 'email' },
  role: { width: 140, sortKey: 'role' },
  code: { width: 90 },
});

function details(row: StaffMember): DetailField[] {
  return [
    { label: t`User name`, value: row.name },
    { label: t`Email Id`, value: row.email, copy: row.email },
    { label: t`User Type`, value: roleLabels[row.role] },
    { label: t`Code`, value: row.collegeName ? `${row.code}, ${row.collegeName}` : row.code },
    { label: t`Mobile`, value: row.mobile ?? '-' },
    { label: t`Added at`, value: <Moment value={row.createdAt} /> },
    { label: t`Disabled at`, value: <Moment value={row.disabledAt} /> },
  ];
}

/** Everybody who works with the portal, to look at; the lists of user management are where accounts are changed. */
export function UserTable() {
  return (
    <ListSection
      title={t`Users`}
      searchPlaceholder={t`Search user......`}
      emptyMessage={t`No users found`}
      columns={columns}
      filters={filters}
      list={list}
      rowId={(row) => row.id}
      rowLabel={(row) => row.name}
      details={details}
    />
  );
}
