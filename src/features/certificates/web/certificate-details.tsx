import type { DetailField } from '#web/components/list/list-declaration.ts';
import { Moment } from '#web/components/moment.tsx';
import { StatusBadge, type StatusTone } from '#web/components/status-badge.tsx';
import type { Certificate, CertificateState } from '../contract.ts';

const states: Record<CertificateState, { tone: StatusTone; label: string }> = {
  to_print: { tone: 'waiting', label: 'Waiting for print' },
  in_run: { tone: 'active', label: 'In a print run' },
  printed: { tone: 'active', label: 'Printed' },
  handed_over: { tone: 'good', label: 'Handed over' },
  revoked: { tone: 'bad', label: 'Revoked' },
};

/** Row Details of a certificate, wherever it is on its way. */
export function certificateDetails(row: Certificate): DetailField[] {
  return [
    { label: 'Convocation number', value: row.convocationNumber, copy: row.convocationNumber },
    { label: 'State', value: <StatusBadge {...states[row.state]} /> },
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
