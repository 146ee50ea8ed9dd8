import { t } from '#shared/words.ts';
import { ListScreen } from '#web/components/list-screen.tsx';
import { totalApplicationsSheet } from '../columns.ts';
import { applicationColumns, applicationDetails } from './application-columns.tsx';
import { ApplicationFiles } from './application-files.tsx';
import { applicationList, statusFilter } from './application-list.ts';

const list = applicationList(totalApplicationsSheet);
const columns = applicationColumns(totalApplicationsSheet);

/** /admin/total-applications and /auditor/applications: every application, to read. */
export function TotalApplicationsPage() {
  return (
    <ListScreen
      title={t`Total applications`}
      searchPlaceholder={t`Search candidate...`}
      emptyMessage={t`No applications found`}
      columns={columns}
      filters={statusFilter}
      list={list}
      rowId={(row) => row.id}
      rowLabel={(row) => row.candidateName}
      details={applicationDetails}
      detailsExtra={(row) => <ApplicationFiles application={row} />}
    />
  );
}
