import { IconRefresh } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Application } from '#features/applications/contract.ts';
import { ManageApplicationsPage } from '#features/applications/web/manage-applications-page.tsx';
import type { CertificateState } from '#features/certificates/contract.ts';
import {
  AskForReprintDialog,
  type PrintedCertificate,
  whyNotRequested,
} from '#features/reprints/web/ask-for-reprint-dialog.tsx';
import { CertificateReprints } from '#features/reprints/web/certificate-reprints.tsx';
import type { RowAction } from '#platform/web/components/list/list-declaration.ts';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';

/** The desks of receiver and case worker, who ask for a reprint from the details of an application. */
export function ManageApplicationsDesk() {
  const [asked, setAsked] = useState<PrintedCertificate | null>(null);
  const furtherActions = useMemo<RowAction<Application>[]>(
    () => [
      {
        label: t`Ask for a reprint`,
        icon: IconRefresh,
        place: 'details',
        onClick: (row) => setAsked(certificateOf(row)),
        disabledReason: (row) => {
          const certificate = certificateOf(row);
          return certificate
            ? whyNotRequested(certificate)
            : errorSentence('reprints.not_printed', undefined);
        },
      },
    ],
    [],
  );
  return (
    <>
      <ManageApplicationsPage furtherActions={furtherActions} furtherDetails={reprintsOf} />
      {asked && <AskForReprintDialog certificate={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function reprintsOf(row: Application) {
  return row.certificateId && <CertificateReprints certificateId={row.certificateId} />;
}

/** Null as long as the application has none. */
function certificateOf(row: Application): PrintedCertificate | null {
  if (row.certificateId === null) return null;
  return {
    id: row.certificateId,
    convocationNumber: row.convocationNumber!,
    studentName: row.candidateName,
    state: row.certificateState as CertificateState,
    withheldAt: row.certificateWithheldAt,
  };
}
