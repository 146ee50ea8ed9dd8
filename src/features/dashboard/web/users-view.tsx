import { everybodyLayout } from '#features/staff/columns.ts';
import { staffColumns, staffDetails } from '#features/staff/web/staff-columns.tsx';
import { everybodyList, type RoleFilter } from '#features/staff/web/staff-list.ts';
import type { SelectFilters } from '#platform/web/components/list/list-declaration.ts';
import { ListSection } from '#platform/web/components/list-screen.tsx';
import { t } from '#shared/words.ts';
import { StaffTiles } from './figure-tiles.tsx';

/** Spelt as the specification spells this filter. */
const filters: SelectFilters<RoleFilter> = {
  role: {
    label: t`User Type`,
    options: [
      { value: 'all', label: t`All` },
      { value: 'case_worker', label: t`Case worker` },
      { value: 'printer', label: t`printer` },
      { value: 'receiver', label: t`Application receiver` },
    ],
  },
};
const columns = staffColumns(everybodyLayout);

/** The people who work with the portal: to look at; the lists of user management are where accounts are changed. */
export function UsersView() {
  return (
    <>
      <StaffTiles />
      <ListSection
        title={t`Users`}
        searchPlaceholder={t`Search user......`}
        emptyMessage={t`No users found`}
        columns={columns}
        filters={filters}
        list={everybodyList}
        rowLabel={(row) => row.name}
        details={staffDetails}
      />
    </>
  );
}
