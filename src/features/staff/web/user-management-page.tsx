import { IconUserPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { SelectFilters, ToolbarAction } from '#web/components/list/list-declaration.ts';
import { ListScreen } from '#web/components/list-screen.tsx';
import { everybodySheet } from '../columns.ts';
import { addUserLinks } from './add-user-links.ts';
import { staffColumns, staffDetails } from './staff-columns.tsx';
import { StaffFormPage } from './staff-form-page.tsx';
import { everybodyList, type RoleFilter } from './staff-list.ts';
import { useStaffActions } from './use-staff-actions.tsx';

/** The first four are the specification's words; it knows neither admins nor auditors here. */
const filters: SelectFilters<RoleFilter> = {
  role: {
    label: 'User Type',
    options: [
      { value: 'all', label: 'All' },
      { value: 'case_worker', label: 'Case worker' },
      { value: 'printer', label: 'printer' },
      { value: 'receiver', label: 'Application receiver' },
      { value: 'admin', label: 'Admin' },
      { value: 'auditor', label: 'Auditor' },
    ],
  },
};
const columns = staffColumns(everybodySheet);
const toolbarActions: ToolbarAction[] = [
  { label: 'Add User', icon: IconUserPlus, isPrimary: true, links: addUserLinks },
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
        title="User management"
        searchPlaceholder="Search user......"
        emptyMessage="No users found"
        columns={columns}
        filters={filters}
        list={everybodyList}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name}
        details={staffDetails}
        rowActions={rowActions}
        toolbarActions={toolbarActions}
      />
      {dialog}
    </>
  );
}
