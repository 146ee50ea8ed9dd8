import { IconUserPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { SelectFilters, ToolbarAction } from '#platform/web/components/list/list-declaration.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { t } from '#shared/words.ts';
import { everybodyLayout } from '../columns.ts';
import { addUserLinks } from './add-user-links.ts';
import { staffColumns, staffDetails } from './staff-columns.tsx';
import { StaffFormPage } from './staff-form-page.tsx';
import { everybodyList, type RoleFilter } from './staff-list.ts';
import { useStaffActions } from './use-staff-actions.tsx';

/** The first four are the specification's words; it knows neither admins nor auditors here. */
const filters: SelectFilters<RoleFilter> = {
  role: {
    label: t`User Type`,
    options: [
      { value: 'all', label: t`All` },
      { value: 'case_worker', label: t`Case worker` },
      { value: 'printer', label: t`printer` },
      { value: 'receiver', label: t`Application receiver` },
      { value: 'admin', label: t`Admin` },
      { value: 'auditor', label: t`Auditor` },
    ],
  },
};
const columns = staffColumns(everybodyLayout);
const toolbarActions: ToolbarAction[] = [
  { label: t`Add User`, icon: IconUserPlus, isPrimary: true, links: addUserLinks },
];

/** /admin/user-management; `?edit=<id>` opens the form of an admin, who has no add page to be edited on. */
export function UserManagementPage() {
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  return edit === undefined ? <Everybody /> : <StaffFormPage of="admin" />;
}

function Everybody() {
  const { rowActions, dialog } = useStaffActions();
  return (
    <>
      <ListScreen
        title={t`User management`}
        searchPlaceholder={t`Search user......`}
        emptyMessage={t`No users found`}
        columns={columns}
        filters={filters}
        list={everybodyList}
        rowLabel={(row) => row.name}
        details={staffDetails}
        rowActions={rowActions}
        toolbarActions={toolbarActions}
      />
      {dialog}
    </>
  );
}
