import { applicationColumns } from '#features/applications/web/application-columns.tsx';
import { applicationList } from '#features/applications/web/application-list.ts';
import { ApplicationListScreen } from '#features/applications/web/application-list-screen.tsx';
import { t } from '#shared/words.ts';
import { pendingFeeLayout } from '../columns.ts';

const list = applicationList(pendingFeeLayout, { status: 'rejected', fields: 'fees' });
const columns = applicationColumns(pendingFeeLayout);

/** /admin/pending-fee: the fees of the rejected applications, which are short. */
export function PendingFeePage() {
  return (
    <ApplicationListScreen
      title={t`Pending fee`}
      searchPlaceholder={t`Search user......`}
      emptyMessage={t`No fee records found`}
      columns={columns}
      list={list}
    />
  );
}
