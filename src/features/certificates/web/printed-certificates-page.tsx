import { client } from '#web/api/client.ts';
import type { Column, DetailField, ListSource } from '#web/components/list/list-declaration.ts';
import { columnsOf } from '#web/components/list/sheet-columns.tsx';
import { ListScreen } from '#web/components/list-screen.tsx';
import { Moment } from '#web/components/moment.tsx';
import { StatusBadge } from '#web/components/status-badge.tsx';
import { printedCertificatesSheet } from '../columns.ts';
import type { Certificate } from '../contract.ts';

type Sort = 'printedAt' | 'convocationNumber';
type Filters = { stage: 'printed' | 'handed_over' };

const filters = {
  stage: {
    label: 'Where it is',
    options: [
      { value: 'printed', label: 'All printed' },
      { value: 'handed_over', label: 'Handed over' },
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

function details(row: Certificate): DetailField[] {
  const isHandedOver = row.state === 'handed_over';
  return [
    { label: 'Convocation number', value: row.convocationNumber, copy: row.convocationNumber },
    {
      label: 'State',
      value: (
        <StatusBadge
          tone={isHandedOver ? 'good' : 'active'}
          label={isHandedOver ? 'Handed over' : 'Printed'}
        />
      ),
    },
    { label: 'Student', value: row.studentName },
    { label: 'Registration number', value: row.registrationNumber, copy: row.registrationNumber },
    { label: 'Exam roll number', value: row.examRollNumber, copy: row.examRollNumber },
    { label: 'Course', value: row.courseDegree },
    { label: 'College', value: `${row.collegeName} (${row.collegeCode})` },
    { label: 'Certificate type', value: row.certificateType },
    { label: 'Chosen Color', value: row.chosenColour },
    { label: 'Selected paper', value: row.selectedPaper },
    { label: 'Blank serial', value: row.blankSerial ?? '-', copy: row.blankSerial ?? undefined },
    { label: 'Printed at', value: <Moment value={row.printedAt} /> },
    { label: 'Handed over at', value: <Moment value={row.handedOverAt} /> },
    { label: 'Collected by', value: row.collectedBy ?? '-' },
  ];
}

/** /admin/printed-certificates and /auditor/certificates: printed, handed over or not. */
export function PrintedCertificatesPage() {
  return (
    <ListScreen
      title="Printed certificates"
      searchPlaceholder="Search by name, roll no, college..."
      emptyMessage="No printed certificates found"
      columns={columns}
      filters={filters}
      list={list}
      rowId={(row) => row.id}
      rowLabel={(row) => row.studentName}
      details={details}
    />
  );
}
