import { t } from '#shared/words.ts';
import { client } from '#web/api/client.ts';
import type { Column, ListSource } from '#web/components/list/list-declaration.ts';
import { columnsOf } from '#web/components/list/sheet-columns.tsx';
import { ListScreen } from '#web/components/list-screen.tsx';
import { printedCertificatesSheet } from '../columns.ts';
import type { Certificate } from '../contract.ts';
import { CertificateCopies } from './certificate-copies.tsx';
import { certificateDetails } from './certificate-details.tsx';

type Sort = 'printedAt' | 'convocationNumber';
type Filters = { stage: 'printed' | 'handed_over' | 'flagged' };

const filters = {
  stage: {
    label: t`Where it is`,
    options: [
      { value: 'printed', label: t`All printed` },
      { value: 'handed_over', label: t`Handed over` },
      { value: 'flagged', label: t`A draft came back` },
    ],
  },
} as const;

const list: ListSource<Certificate, Sort, Filters> = {
  queryKey: ['certificates', 'printed'],
  fetchPage: ({ filters: chosen, sort = '-printedAt', ...page }, options) =>
    client.certificates.listCertificates({ ...page, ...chosen, sort }, options),
  fetchCount: ({ search, filters: chosen }, options) =>
    client.certificates.countCertificates({ search, ...chosen }, options),
  exportOf: ({ search, filters: chosen, sort = '-printedAt' }) => ({
    sheet: printedCertificatesSheet,
    input: { search, ...chosen, sort },
  }),
};

const columns: Column<Certificate, Sort>[] = columnsOf(printedCertificatesSheet, {
  studentName: { width: 200, card: 'title' },
  examRollNumber: { width: 140, card: 'line' },
  chosenColour: { width: 120, card: 'hidden' },
  certificateType: { width: 130, card: 'hidden' },
  selectedPaper: { width: 140, card: 'hidden' },
  convocationNumber: { width: 160, sortKey: 'convocationNumber', card: 'line' },
});

/** /admin/printed-certificates and /auditor/certificates: printed, handed over or not. */
export function PrintedCertificatesPage() {
  return (
    <ListScreen
      title={t`Printed certificates`}
      searchPlaceholder={t`Search by name, roll no, college...`}
      emptyMessage={t`No printed certificates found`}
      columns={columns}
      filters={filters}
      list={list}
      rowId={(row) => row.id}
      rowLabel={(row) => row.studentName}
      details={certificateDetails}
      detailsExtra={(row) => <CertificateCopies certificateId={row.id} />}
    />
  );
}
