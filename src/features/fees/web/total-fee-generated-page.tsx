import { applicationColumns, applicationDetails } from '#features/applications/web/application-columns.tsx';
import { ApplicationFiles } from '#features/applications/web/application-files.tsx';
import { applicationList } from '#features/applications/web/application-list.ts';
import { t } from '#shared/words.ts';
import { ListScreen } from '#web/components/list-screen.tsx';
import { totalFeeGeneratedSheet } from '../columns.ts';

const list = applicationList(totalFeeGeneratedSheet, { status: 'verified', fields: 'fees' });
const columns = applicationColumns(totalFeeGeneratedSheet);

/** /admin/total-fee-generated: the fees of the verified applications, which are paid in full. */
export function TotalFeeGeneratedPage() {
  return (
    <ListScreen
      title={t`Total fee generated`}
      searchPlaceholder={t`Search by name, reg no, roll no...`}
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
