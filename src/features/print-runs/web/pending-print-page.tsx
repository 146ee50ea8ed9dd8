import type { Certificate } from '#features/certificates/contract.ts';
import { certificateActions } from '#features/certificates/web/certificate-actions.ts';
import { certificateDetails } from '#features/certificates/web/certificate-details.tsx';
import { api } from '#features/client.ts';
import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import type { Column } from '#platform/web/components/list/list-declaration.ts';
import { listSource } from '#platform/web/components/list/list-source.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { t } from '#shared/words.ts';
import { pendingPrintLayout } from '../columns.ts';

type Sort = 'waitingSince' | 'convocationNumber';
type Filters = { stage: 'pending' | 'waiting' | 'in_run' };

const filters = {
  stage: {
    label: t`Where it is`,
    options: [
      { value: 'pending', label: t`All` },
      { value: 'waiting', label: t`Waiting for print` },
      { value: 'in_run', label: t`In a print run` },
    ],
  },
} as const;

const list = listSource<Certificate, Sort, Filters>({
  layout: pendingPrintLayout,
  page: api.certificates.listCertificates,
  count: api.certificates.countCertificates,
  row: api.certificates.getCertificate,
  sort: 'waitingSince',
  addedBy: [
    'certificates.created',
    'certificates.released',
    'certificates.copy_cancelled',
    'certificates.queued_for_reprint',
  ],
});

const columns: Column<Certificate, Sort>[] = columnsOf(pendingPrintLayout, {
  studentName: { width: 150, card: 'title' },
  examRollNumber: { width: 95, card: 'line' },
  chosenColour: { width: 85, card: 'hidden' },
  certificateType: { width: 95, card: 'hidden' },
  selectedPaper: { width: 100, card: 'hidden' },
  convocationNumber: { width: 125, sortKey: 'convocationNumber', card: 'line' },
  collegeName: { width: 130, card: 'hidden' },
  waitingSince: { width: 140, sortKey: 'waitingSince', card: 'line' },
  nextCopy: { width: 95, card: 'hidden' },
});

/** /admin/pending-print: what waits for the print room or is in one of its runs, the longest waiting first. */
export function PendingPrintPage() {
  return (
    <ListScreen
      title={t`Pending print`}
      searchPlaceholder={t`Search by name, roll no, college...`}
      emptyMessage={t`No pending prints found`}
      columns={columns}
      filters={filters}
      list={list}
      rowLabel={(row) => row.studentName}
      details={certificateDetails}
      rowActions={certificateActions}
    />
  );
}
