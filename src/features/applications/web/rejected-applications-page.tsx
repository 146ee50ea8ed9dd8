import { t } from '#shared/words.ts';
import { ListScreen } from '#web/components/list-screen.tsx';
import { rejectedApplicationsSheet } from '../columns.ts';
import { applicationColumns, applicationDetails } from './application-columns.tsx';
import { ApplicationFiles } from './application-files.tsx';
import { applicationList } from './application-list.ts';

const list = applicationList(rejectedApplicationsSheet, { status: 'rejected' });
const columns = applicationColumns(rejectedApplicationsSheet);

/** /admin/rejected-applications: the fee is short, with who said so and when. */
export function RejectedApplicationsPage() {
  return (
    <ListScreen
      title={t`Rejected applications`}
      searchPlaceholder={t`Search candidate...`}
      emptyMessage={t`No rejected applications found`}
      columns={columns}
      list={list}
      rowId={(row) => row.id}
      rowLabel={(row) => row.candidateName}
      details={applicationDetails}
      detailsExtra={(row) => <ApplicationFiles application={row} />}
    />
  );
}
