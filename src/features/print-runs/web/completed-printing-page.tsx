import type { Certificate } from '#features/certificates/contract.ts';
import { certificateActions } from '#features/certificates/web/certificate-actions.ts';
import { CertificateCopies } from '#features/certificates/web/certificate-copies.tsx';
import { certificateDetails } from '#features/certificates/web/certificate-details.tsx';
import { api } from '#features/client.ts';
import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import type { Column, DetailField } from '#platform/web/components/list/list-declaration.ts';
import { listSource } from '#platform/web/components/list/list-source.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { t } from '#shared/words.ts';
import { completedPrintingLayout } from '../columns.ts';

type Sort = 'printedAt' | 'convocationNumber';

const list = listSource<Certificate, Sort, Record<never, string>, { stage: 'printed' }>({
  layout: completedPrintingLayout,
  page: api.certificates.listCertificates,
  count: api.certificates.countCertificates,
  row: api.certificates.getCertificate,
  fixed: { stage: 'printed' },
  sort: '-printedAt',
  addedBy: ['certificates.printed'],
});

const columns: Column<Certificate, Sort>[] = columnsOf(completedPrintingLayout, {
  studentName: { width: 140, card: 'title' },
  examRollNumber: { width: 90, card: 'line' },
  chosenColour: { width: 80, card: 'hidden' },
  certificateType: { width: 90, card: 'hidden' },
  selectedPaper: { width: 95, card: 'hidden' },
  convocationNumber: { width: 125, sortKey: 'convocationNumber', card: 'line' },
  collegeName: { width: 120, card: 'hidden' },
  run: { width: 90, card: 'hidden' },
  blankSerial: { width: 90, card: 'line' },
  printedBy: { width: 115, card: 'hidden' },
  printedAt: { width: 140, sortKey: 'printedAt', card: 'hidden' },
});

/** /admin/completed-printing and /printer/completed-printing: on which sheet each certificate is printed, and by whom. */
export function CompletedPrintingPage() {
  return (
    <ListScreen
      title={t`Completed printing`}
      searchPlaceholder={t`Search by name, roll no, college...`}
      emptyMessage={t`No completed printing found`}
      columns={columns}
      list={list}
      rowLabel={(row) => row.studentName}
      details={detailsOf}
      detailsExtra={(row) => <CertificateCopies certificateId={row.id} />}
      rowActions={certificateActions}
    />
  );
}

function detailsOf(row: Certificate): DetailField[] {
  const { header, value } = completedPrintingLayout.columns.run;
  return [...certificateDetails(row), { label: header, value: value(row) }];
}
