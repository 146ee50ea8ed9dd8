import { applicationColumns } from '#features/applications/web/application-columns.tsx';
import { applicationList } from '#features/applications/web/application-list.ts';
import { ApplicationListScreen } from '#features/applications/web/application-list-screen.tsx';
import { t } from '#shared/words.ts';
import { totalFeeGeneratedLayout } from '../columns.ts';

const list = applicationList(totalFeeGeneratedLayout, { status: 'verified', fields: 'fees' });
const columns = applicationColumns(totalFeeGeneratedLayout);

/** /admin/total-fee-generated: the fees of the verified applications, which are paid in full. */
export function TotalFeeGeneratedPage() {
  return (
    <ApplicationListScreen
      title={t`Total fee generated`}
      searchPlaceholder={t`Search by name, reg no, roll no...`}
      emptyMessage={t`No fee records found`}
      columns={columns}
      list={list}
    />
  );
}
