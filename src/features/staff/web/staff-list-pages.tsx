import { IconPlus, IconUserPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { StaffSort } from '#features/staff/columns.ts';
import type { ListScreenProps, ToolbarAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { optionsOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { auditorsLayout, caseWorkersLayout, printersLayout } from '../columns.ts';
import type { StaffMember } from '../contract.ts';
import { addUserLinks } from './add-user-links.ts';
import { staffActions } from './staff-actions.tsx';
import { staffCells, staffDetails } from './staff-columns.tsx';
import { StaffFormPage } from './staff-form.tsx';
import { managedList, type RoleFilter, roleFilter, type StatusFilter, staffListOf } from './staff-list.ts';

type StaffListPage<Filters extends Record<string, string>> = Pick<
  ListScreenProps<StaffMember, StaffSort, Filters>,
  'title' | 'emptyMessage' | 'emptyHelp' | 'list' | 'filters'
> & { add: ToolbarAction };

function staffListPage<Filters extends Record<string, string>>(page: StaffListPage<Filters>) {
  const { add, ...declared } = page;
  const toolbarActions = [{ ...add, isPrimary: true }];
  return () => (
    <ListScreen
      {...declared}
      searchPlaceholder={t`Search user......`}
      cells={staffCells}
      rowLabel={(row) => row.name}
      details={staffDetails}
      rowActions={staffActions}
      toolbarActions={toolbarActions}
    />
  );
}

/** /admin/case-worker-management. */
export const CaseWorkerManagementPage = staffListPage({
  title: t`Case worker management`,
  emptyMessage: t`No case workers found`,
  emptyHelp: t`Case workers check applications against the student master, and verify, return or reject them.`,
  list: staffListOf('case_worker', caseWorkersLayout),
  add: { label: t`Add case worker`, icon: IconPlus, to: paths.admin.addCaseWorker },
});

/** /admin/printer-management. */
export const PrinterManagementPage = staffListPage({
  title: t`Printer management`,
  emptyMessage: t`No printers found`,
  emptyHelp: t`The staff of the print room prepare print runs and record what became of each sheet.`,
  list: staffListOf('printer', printersLayout),
  add: { label: t`Add printer`, icon: IconPlus, to: paths.admin.addPrinter },
});

/** /admin/auditor-management. */
export const AuditorManagementPage = staffListPage({
  title: t`Auditor management`,
  emptyMessage: t`No auditors found`,
  emptyHelp: t`Auditors read all records and the audit log, and change nothing.`,
  list: staffListOf('auditor', auditorsLayout),
  add: { label: t`Add auditor`, icon: IconPlus, to: paths.admin.addAuditor },
});

const otherRoles = [
  { value: 'admin', label: t`Admin` },
  { value: 'auditor', label: t`Auditor` },
] as const;

const Everybody = staffListPage<RoleFilter & StatusFilter>({
  title: t`User management`,
  emptyMessage: t`No users found`,
  emptyHelp: t`Everybody who signs in to the portal is listed here, with role and account.`,
  list: managedList,
  // The specification has neither admins nor auditors here.
  filters: {
    role: { ...roleFilter, options: [...roleFilter.options, ...otherRoles] },
    status: { label: t`Account`, options: optionsOf({ all: t`All`, enabled: t`Enabled` }) },
  },
  add: { label: t`Add User`, icon: IconUserPlus, links: addUserLinks },
});

/** /admin/user-management; `?edit=<id>` opens the form of an admin, which has no page of its own. */
export function UserManagementPage() {
  const { edit } = useSearch({ strict: false }) as { edit?: string };
  return edit === undefined ? <Everybody /> : <StaffFormPage of="admin" />;
}
