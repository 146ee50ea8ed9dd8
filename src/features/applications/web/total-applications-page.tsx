import { t } from '#shared/words.ts';
import { totalApplicationsLayout } from '../columns.ts';
import { applicationColumns } from './application-columns.tsx';
import { applicationList, statusFilter } from './application-list.ts';
import { ApplicationListScreen } from './application-list-screen.tsx';

const list = applicationList(totalApplicationsLayout);
const columns = applicationColumns(totalApplicationsLayout);

/** /admin/total-applications and /auditor/applications: every application, to read. */
export function TotalApplicationsPage() {
  return (
    <ApplicationListScreen
      title={t`Total applications`}
      searchPlaceholder={t`Search candidate...`}
      emptyMessage={t`No applications found`}
      columns={columns}
      filters={statusFilter}
      list={list}
    />
  );
}
