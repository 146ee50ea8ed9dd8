import { IconRefresh } from '@tabler/icons-react';
import type { Application, ListedApplication } from '#features/applications/contract.ts';
import type { Certificate } from '#features/certificates/contract.ts';
import type { RowAction } from '#platform/web/components/list.tsx';
import { whyNot } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import { type PrintedCertificate, RequestReprintDialog, whyNotRequested } from './request-reprint-dialog.tsx';

const look = { label: t`Ask for a reprint`, icon: IconRefresh };

/** On a certificate's record. */
export const reprintOfCertificate: RowAction<Certificate> = {
  ...look,
  place: 'details',
  dialog: (row, onClose) => <RequestReprintDialog certificate={row} onClose={onClose} />,
  disabledReason: (row) => whyNotRequested(row),
};

/** On an application's details. */
export const reprintOfApplication: RowAction<ListedApplication, Application> = {
  ...look,
  place: 'details',
  dialog: (row, onClose) => <RequestReprintDialog certificate={certificateOf(row)} onClose={onClose} />,
  disabledReason: (row) => {
    const certificate = certificateOf(row);
    return certificate ? whyNotRequested(certificate) : whyNot('reprints.not_printed');
  },
};

/** Null if the application has none yet. */
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
