import { IconPlus } from '@tabler/icons-react';
import type { ListSource } from '#platform/web/components/list/list-declaration.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { auditorsLayout, caseWorkersLayout, printersLayout } from '../columns.ts';
import type { StaffMember } from '../contract.ts';
import { type StaffColumn, staffColumns, staffDetails } from './staff-columns.tsx';
import { type StaffSort, staffListOf } from './staff-list.ts';
import { useStaffActions } from './use-staff-actions.tsx';

const caseWorkers = {
  title: t`Case worker management`,
  emptyMessage: t`No case workers found`,
  columns: staffColumns(caseWorkersLayout),
  list: staffListOf('case_worker', caseWorkersLayout),
  add: { label: t`Add case worker`, to: paths.admin.addCaseWorker },
};
const printers = {
  title: t`Printer management`,
  emptyMessage: t`No printers found`,
  columns: staffColumns(printersLayout),
  list: staffListOf('printer', printersLayout),
  add: { label: t`Add printer`, to: paths.admin.addPrinter },
};
const auditors = {
  title: t`Auditor management`,
  emptyMessage: t`No auditors found`,
  columns: staffColumns(auditorsLayout),
  list: staffListOf('auditor', auditorsLayout),
  add: { label: t`Add auditor`, to: paths.admin.addAuditor },
};

/** /admin/case-worker-management. */
export function CaseWorkerManagementPage() {
  return <RoleManagementPage {...caseWorkers} />;
}

/** /admin/printer-management. */
export function PrinterManagementPage() {
  return <RoleManagementPage {...printers} />;
}

/** /admin/auditor-management. */
export function AuditorManagementPage() {
  return <RoleManagementPage {...auditors} />;
}

function RoleManagementPage(props: {
  title: string;
  emptyMessage: string;
  columns: StaffColumn[];
  list: ListSource<StaffMember, StaffSort, never>;
  add: { label: string; to: string };
}) {
  const { rowActions, dialog } = useStaffActions();
  return (
    <>
      <ListScreen
        title={props.title}
        searchPlaceholder={t`Search user......`}
        emptyMessage={props.emptyMessage}
        columns={props.columns}
        list={props.list}
        rowLabel={(row) => row.name}
        details={staffDetails}
        rowActions={rowActions}
        toolbarActions={[{ ...props.add, icon: IconPlus, isPrimary: true }]}
      />
      {dialog}
    </>
  );
}
