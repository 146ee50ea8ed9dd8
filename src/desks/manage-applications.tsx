import { IconRefresh } from '@tabler/icons-react';
import type { Application } from '#features/applications/contract.ts';
import { ManageApplicationsPage } from '#features/applications/web/manage-applications-page.tsx';
import {
  AskForReprintDialog,
  type PrintedCertificate,
  whyNotRequested,
} from '#features/reprints/web/ask-for-reprint-dialog.tsx';
import { CertificateReprints } from '#features/reprints/web/certificate-reprints.tsx';
import type { RowAction } from '#platform/web/components/list.tsx';
import { whyNot } from '#shared/errors.ts';
import { t } from '#shared/words.ts';

const furtherActions: RowAction<Application>[] = [
  {
    label: t`Ask for a reprint`,
    icon: IconRefresh,
    place: 'details',
    dialog: (row, onClose) => <AskForReprintDialog certificate={certificateOf(row)} onClose={onClose} />,
    disabledReason: (row) => {
      const certificate = certificateOf(row);
      return certificate ? whyNotRequested(certificate) : whyNot('reprints.not_printed');
    },
  },
];

/** The desks of receiver and case worker, who ask for a reprint from the details of an application. */
export function ManageApplicationsDesk() {
  return <ManageApplicationsPage furtherActions={furtherActions} furtherDetails={reprintsOf} />;
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
    state: row.certificateState!,
    withheldAt: row.certificateWithheldAt,
  };
}
