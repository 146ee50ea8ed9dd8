import { applicationList } from '#features/applications/web/application-list.ts';
import { ApplicationListScreen } from '#features/applications/web/application-list-screen.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { pendingCertificatesLayout } from '../columns.ts';

const list = applicationList(pendingCertificatesLayout, { stage: 'waiting_for_print' });

/** /admin/pending-certificates: verified and not yet printed. */
export function PendingCertificatesPage() {
  return (
    <ApplicationListScreen
      title={t`Pending certificates`}
      searchPlaceholder={t`Search candidate...`}
      emptyMessage={t`No pending certificates found`}
      emptyHelp={t`A certificate waits here from the verification of its application until it is printed.`}
      emptyNext={{ label: t`Verify applications`, to: paths.caseWorker.verifyApplications }}
      list={list}
    />
  );
}
