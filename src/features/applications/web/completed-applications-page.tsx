import { t } from '#shared/words.ts';
import { completedApplicationsLayout } from '../columns.ts';
import { applicationColumns } from './application-columns.tsx';
import { applicationList } from './application-list.ts';
import { ApplicationListScreen } from './application-list-screen.tsx';

const list = applicationList(completedApplicationsLayout, { stage: 'completed' });
const columns = applicationColumns(completedApplicationsLayout);

/** /admin/completed-applications: the certificate is printed or handed over. */
export function CompletedApplicationsPage() {
  return (
    <ApplicationListScreen
      title={t`Completed applications`}
      searchPlaceholder={t`Search candidate...`}
      emptyMessage={t`No completed applications found`}
      columns={columns}
      list={list}
    />
  );
}
