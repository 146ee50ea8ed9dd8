import type { ApplicationLayout } from '#features/applications/columns.ts';
import { applicationList } from '#features/applications/web/application-list.ts';
import { ApplicationListScreen } from '#features/applications/web/application-list-screen.tsx';
import { t } from '#shared/words.ts';
import { pendingFeeLayout, totalFeeGeneratedLayout } from '../columns.ts';

/** /admin/pending-fee: the fees of the rejected applications, which are short. */
export const PendingFeePage = feeList(pendingFeeLayout, 'rejected', {
  title: t`Pending fee`,
  searchPlaceholder: t`Search user......`,
});

/** /admin/total-fee-generated: the fees of the verified applications, which are paid in full. */
export const TotalFeeGeneratedPage = feeList(totalFeeGeneratedLayout, 'verified', {
  title: t`Total fee generated`,
  searchPlaceholder: t`Search by name, reg no, roll no...`,
});

function feeList(
  layout: ApplicationLayout,
  status: 'rejected' | 'verified',
  words: { title: string; searchPlaceholder: string },
) {
  const list = applicationList(layout, { status, fields: 'fees' });
  return () => <ApplicationListScreen {...words} emptyMessage={t`No fee records found`} list={list} />;
}
