import { t } from '#shared/words.ts';
import { rejectedApplicationsLayout } from '../columns.ts';
import { applicationColumns } from './application-columns.tsx';
import { applicationList } from './application-list.ts';
import { ApplicationListScreen } from './application-list-screen.tsx';

const list = applicationList(rejectedApplicationsLayout, { status: 'rejected' });
const columns = applicationColumns(rejectedApplicationsLayout);

/** /admin/rejected-applications: the fee is short, with who said so and when. */
export function RejectedApplicationsPage() {
  return (
    <ApplicationListScreen
      title={t`Rejected applications`}
      searchPlaceholder={t`Search candidate...`}
      emptyMessage={t`No rejected applications found`}
      columns={columns}
      list={list}
    />
  );
}
