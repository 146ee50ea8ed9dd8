import { applicationColumns, applicationDetails } from '#features/applications/web/application-columns.tsx';
import { ApplicationFiles } from '#features/applications/web/application-files.tsx';
import { applicationList } from '#features/applications/web/application-list.ts';
import { t } from '#shared/words.ts';
import { ListScreen } from '#web/components/list-screen.tsx';
import { pendingCertificatesSheet } from '../columns.ts';

const list = applicationList(pendingCertificatesSheet, { stage: 'waiting_for_print' });
const columns = applicationColumns(pendingCertificatesSheet);

/** /admin/pending-certificates: verified and not yet printed. */
export function PendingCertificatesPage() {
  return (
    <ListScreen
      title={t`Pending certificates`}
      searchPlaceholder={t`Search candidate...`}
      emptyMessage={t`No pending certificates found`}
      columns={columns}
      list={list}
      rowId={(row) => row.id}
      rowLabel={(row) => row.candidateName}
      details={applicationDetails}
      detailsExtra={(row) => <ApplicationFiles application={row} />}
    />
  );
}
