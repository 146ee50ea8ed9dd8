import type { Certificate } from '#features/certificates/contract.ts';
import { certificateActions } from '#features/certificates/web/certificate-actions.ts';
import { CertificateCopies } from '#features/certificates/web/certificate-copies.tsx';
import { certificateDetails } from '#features/certificates/web/certificate-details.tsx';
import { CertificateRevocations } from '#features/certificates/web/certificate-revocations.tsx';
import { revokeAction } from '#features/certificates/web/revocation-actions.tsx';
import { api } from '#features/client.ts';
import { type DetailField, listSource } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { optionsOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { completedPrintingLayout, pendingPrintLayout } from '../columns.ts';
import { queueEvents } from './queue-events.ts';

const rowActions = [...certificateActions, revokeAction];

type PendingFilters = { stage: 'pending' | 'waiting' | 'in_run' };

const pendingFilters = {
  stage: {
    label: t`Where it is`,
    options: optionsOf({ pending: t`All`, waiting: t`Waiting for print`, in_run: t`In a print run` }),
  },
} as const;

const pendingList = listSource<Certificate, 'waitingSince' | 'convocationNumber', PendingFilters>({
  layout: pendingPrintLayout,
  page: api.certificates.listCertificates,
  count: api.certificates.countCertificates,
  row: api.certificates.getCertificate,
  sort: 'waitingSince',
  addedBy: queueEvents,
});

/** /admin/pending-print: what waits for the print room or is in a run, longest-waiting first. */
export function PendingPrintPage() {
  return (
    <ListScreen
      title={t`Pending print`}
      searchPlaceholder={t`Search by name, roll no, college...`}
      emptyMessage={t`No pending prints found`}
      emptyHelp={t`Verified certificates wait here until a print run has put them on paper.`}
      emptyNext={{ label: t`Verify applications`, to: paths.caseWorker.verifyApplications }}
      filters={pendingFilters}
      list={pendingList}
      rowLabel={(row) => row.studentName}
      details={certificateDetails}
      detailsExtra={(row) => <CertificateRevocations certificateId={row.id} />}
      rowActions={rowActions}
    />
  );
}

type CompletedSort = 'printedAt' | 'convocationNumber';

const completedList = listSource<Certificate, CompletedSort, Record<never, string>, { stage: 'printed' }>({
  layout: completedPrintingLayout,
  page: api.certificates.listCertificates,
  count: api.certificates.countCertificates,
  row: api.certificates.getCertificate,
  fixed: { stage: 'printed' },
  sort: '-printedAt',
  addedBy: ['certificates.printed'],
});

/** /admin/completed-printing and /printer/completed-printing: the sheet and operator of each printed certificate. */
export function CompletedPrintingPage() {
  return (
    <ListScreen
      title={t`Completed printing`}
      searchPlaceholder={t`Search by name, roll no, college...`}
      emptyMessage={t`No completed printing found`}
      emptyHelp={t`Each certificate that the print room has recorded as good is listed here, with its sheet.`}
      emptyNext={{ label: t`Print queue`, to: paths.printer.printQueue }}
      list={completedList}
      rowLabel={(row) => row.studentName}
      details={completedDetails}
      detailsExtra={(row) => (
        <>
          <CertificateCopies certificateId={row.id} />
          <CertificateRevocations certificateId={row.id} />
        </>
      )}
      rowActions={rowActions}
    />
  );
}

function completedDetails(row: Certificate): DetailField[] {
  const { header, value } = completedPrintingLayout.columns.run;
  return [...certificateDetails(row), { label: header, value: value(row) }];
}
