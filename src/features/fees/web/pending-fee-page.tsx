import { applicationColumns, applicationDetails } from '#features/applications/web/application-columns.tsx';
import { ApplicationFiles } from '#features/applications/web/application-files.tsx';
import { applicationList } from '#features/applications/web/application-list.ts';
import { t } from '#shared/words.ts';
import { ListScreen } from '#web/components/list-screen.tsx';
import { pendingFeeSheet } from '../columns.ts';

const list = applicationList(pendingFeeSheet, { status: 'rejected', fields: 'fees' });
const columns = applicationColumns(pendingFeeSheet);

/** /admin/pending-fee: the fees of the rejected applications, which are short. */
export function PendingFeePage() {
  return (
    <ListScreen
      title={t`Pending fee`}
      searchPlaceholder={t`Search user......`}
      emptyMessage={t`No fee records found`}
      columns={columns}
      list={list}
      rowId={(row) => row.id}
      rowLabel={(row) => row.candidateName}
      details={applicationDetails}
      detailsExtra={(row) => <ApplicationFiles application={row} />}
    />
  );
}
