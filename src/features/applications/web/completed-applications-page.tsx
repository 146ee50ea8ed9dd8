import { t } from '#shared/words.ts';
import { ListScreen } from '#web/components/list-screen.tsx';
import { completedApplicationsSheet } from '../columns.ts';
import { applicationColumns, applicationDetails } from './application-columns.tsx';
import { ApplicationFiles } from './application-files.tsx';
import { applicationList } from './application-list.ts';

const list = applicationList(completedApplicationsSheet, { stage: 'completed' });
const columns = applicationColumns(completedApplicationsSheet);

/** /admin/completed-applications: the certificate is printed or handed over. */
export function CompletedApplicationsPage() {
  return (
    <ListScreen
      title={t`Completed applications`}
      searchPlaceholder={t`Search candidate...`}
      emptyMessage={t`No completed applications found`}
      columns={columns}
      list={list}
      rowId={(row) => row.id}
      rowLabel={(row) => row.candidateName}
      details={applicationDetails}
      detailsExtra={(row) => <ApplicationFiles application={row} />}
    />
  );
}
