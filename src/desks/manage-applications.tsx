import type { Application } from '#features/applications/contract.ts';
import { ManageApplicationsPage } from '#features/applications/web/manage-applications-page.tsx';
import { CertificateReprints } from '#features/reprints/web/certificate-reprints.tsx';
import { reprintOfApplication } from '#features/reprints/web/reprint-actions.tsx';
import { WaitingItems } from '#features/waiting/web/waiting-items.tsx';
import { usePathname } from '#platform/web/router/use-pathname.ts';
import { deskOf } from '#shared/paths.ts';
import { Counter } from './receiver/counter.tsx';

const furtherActions = [reprintOfApplication];

/** For receiver and case worker, who request reprints from the application details. */
export function ManageApplicationsDesk() {
  const isCounter = deskOf(usePathname()) === 'receiver';
  return (
    <ManageApplicationsPage
      furtherActions={furtherActions}
      furtherDetails={reprintsOf}
      head={isCounter ? <Counter /> : <WaitingItems />}
    />
  );
}

function reprintsOf(row: Application) {
  return row.certificateId && <CertificateReprints certificateId={row.certificateId} />;
}
