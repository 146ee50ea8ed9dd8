import type { DetailField } from '#platform/web/components/list/list-declaration.ts';
import { Moment } from '#platform/web/components/moment.tsx';
import { StatusBadge, type StatusTone } from '#platform/web/components/status-badge.tsx';
import { formatMoment } from '#shared/dates.ts';
import { t } from '#shared/words.ts';
import type { Certificate, CertificateState } from '../contract.ts';
import { handOverFields } from './hand-over-fields.tsx';

const states: Record<CertificateState, { tone: StatusTone; label: string }> = {
  to_print: { tone: 'waiting', label: t`Waiting for print` },
  in_run: { tone: 'active', label: t`In a print run` },
  printed: { tone: 'active', label: t`Printed` },
  handed_over: { tone: 'good', label: t`Handed over` },
  revoked: { tone: 'bad', label: t`Revoked` },
};

/** Row Details of a certificate, wherever it is on its way. */
export function certificateDetails(row: Certificate): DetailField[] {
  return [
    { label: t`Convocation number`, value: row.convocationNumber, copy: row.convocationNumber },
    { label: t`State`, value: <StatusBadge {...states[row.state]} /> },
    {
      label: t`Withheld`,
      value: row.withheldAt && (
        <StatusBadge tone="bad" label={t`A draft came back on ${formatMoment(row.withheldAt)}`} />
      ),
    },
    { label: t`Student`, value: row.studentName },
    { label: t`Registration number`, value: row.registrationNumber, copy: row.registrationNumber },
    { label: t`Exam roll number`, value: row.examRollNumber, copy: row.examRollNumber },
    { label: t`Course`, value: row.courseDegree },
    { label: t`College`, value: `${row.collegeName} (${row.collegeCode})` },
    { label: t`Certificate type`, value: row.certificateType },
    { label: t`Chosen Color`, value: row.chosenColour },
    { label: t`Selected paper`, value: row.selectedPaper },
    { label: t`Blank serial`, value: row.blankSerial, copy: row.blankSerial },
    { label: t`Printed by`, value: row.printedBy },
    { label: t`Printed at`, value: <Moment value={row.printedAt} /> },
    ...handOverFields(row),
  ];
}
