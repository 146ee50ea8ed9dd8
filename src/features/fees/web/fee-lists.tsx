import type { ApplicationLayout } from '#features/applications/columns.ts';
import { applicationList } from '#features/applications/web/application-list.ts';
import { ApplicationListScreen } from '#features/applications/web/application-list-screen.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { pendingFeeLayout, totalFeeGeneratedLayout } from '../columns.ts';
import { FeeTabs } from './fee-tabs.tsx';

/** /admin/pending-fee: the fees of rejected applications, which are not paid in full. */
export const PendingFeePage = feeList(pendingFeeLayout, 'rejected', {
  title: t`Pending fee`,
  searchPlaceholder: t`Search user......`,
  emptyHelp: t`The fees of rejected applications are listed here until what is short is paid.`,
});

/** /admin/total-fee-generated: the fees of verified applications, which are paid in full. */
export const TotalFeeGeneratedPage = feeList(totalFeeGeneratedLayout, 'verified', {
  title: t`Total fee generated`,
  searchPlaceholder: t`Search by name, reg no, roll no...`,
  emptyHelp: t`The fees of applications are counted here once a case worker has verified them.`,
});

function feeList(
  layout: ApplicationLayout,
  status: 'rejected' | 'verified',
  words: { title: string; searchPlaceholder: string; emptyHelp: string },
) {
  const list = applicationList(layout, { status, fields: 'fees' });
  return () => (
    <ApplicationListScreen
      {...words}
      emptyMessage={t`No fee records found`}
      emptyNext={{ label: t`Verify applications`, to: paths.caseWorker.verifyApplications }}
      list={list}
    >
      <FeeTabs />
    </ApplicationListScreen>
  );
}
