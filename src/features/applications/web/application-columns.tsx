import { Anchor, Tooltip } from '@mantine/core';
import { type Icon, IconArrowBackUp, IconDiscount2 } from '@tabler/icons-react';
import { Fragment } from 'react';
import { type ApplicationColumnName, everyColumnLayout } from '#features/applications/columns.ts';
import { CollegeName } from '#features/colleges/web/college-name.tsx';
import { addressOf } from '#platform/web/api/address-of.ts';
import { PrintSize } from '#platform/web/components/links.tsx';
import { columnsOf, fieldsOf } from '#platform/web/components/list/columns-of.tsx';
import { inGroups } from '#platform/web/components/list/record-parts.tsx';
import { type Cells, type DetailField, numberField } from '#platform/web/components/list.tsx';
import { RecordLink } from '#platform/web/components/record-link.tsx';
import { FileLink, Moment, Money, StatusBadge, type StatusTone } from '#platform/web/components/values.tsx';
import { StockWord } from '#platform/web/languages/stock-words.tsx';
import { certificateStateLabels } from '#shared/certificate-states.ts';
import { shippedInWords } from '#shared/choice-lists.ts';
import type { FileReference } from '#shared/fields.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';
import { recordRef } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import { describeConcession } from '../concession.ts';
import {
  type Application,
  type ApplicationStatus,
  applicationDocuments,
  type ListedApplication,
  type revoked,
} from '../contract.ts';
import { applicationStatusLabels } from '../states.ts';
import classes from './application-columns.module.css';
import { describeEarlier } from './earlier-certificate.ts';

/** The cells that all lists of applications share. */
export const applicationCells: Cells<ListedApplication> = {
  collegeName: (row) => <CollegeName name={row.collegeName} code={row.collegeCode} />,
  photo: (row) => <FileLink file={row.photo} />,
  draftNumbers: (row) => row.draftNumbers && <DraftNumbers application={row} />,
  receipt: (row) => <Receipts files={row.receipts} />,
  totalAmount: (row) => <TotalAmount application={row} />,
  pendingAmount: (row) => <Money amount={row.pendingAmount} dashAtZero isDue />,
  status: (row) => <ApplicationStatusBadge status={row.status} />,
};

const everyColumn = columnsOf(everyColumnLayout, applicationCells, { isQueue: true });

/** The fields of Row Details and of the record's page; the conversation above them says why it was sent back and decided. */
export function applicationDetails(row: Application): DetailField[] {
  const own = new Map(fieldsOf(everyColumn, row, { emptyCell: '-' }).map((field) => [field.column, field]));
  const of = (...keys: ApplicationColumnName[]) => keys.map((key) => own.get(key)!);
  return inGroups({
    facts: [
      ...of('registrationNumber', 'courseDegree', 'collegeName'),
      { label: t`Certificate type`, value: shippedInWords(row.certificateType) },
      { label: t`Pending amount`, value: <Money amount={row.pendingAmount} isDue /> },
    ],
    certificate: [
      numberField(t`Convocation number`, row.convocationNumber, recordRef('certificate', row.certificateId)),
      { label: t`Certificate`, value: row.certificateState && certificateStateLabels[row.certificateState] },
      ...revokedFields(row),
      { label: t`Chosen Color`, value: <StockWord word={row.chosenColour} /> },
      { label: t`Selected Paper`, value: <StockWord word={row.selectedPaper} /> },
      {
        label: t`Issued before the portal`,
        value: row.earlierCertificate && describeEarlier(row.earlierCertificate),
      },
    ],
    candidate: [
      ...of('candidateName'),
      { label: t`Name in another script`, value: row.candidateNameNative },
      ...of('guideName'),
    ],
    course: [
      ...of('academicYear'),
      { label: t`Mode of study`, value: shippedInWords(row.modeOfStudy) },
      ...of('resultDate'),
    ],
    money: [
      ...of('totalAmount', 'paidAmount'),
      { label: t`Concession`, value: row.concession && describeConcession(row.feeAmount, row.concession) },
      ...of('draftNumbers', 'draftDate'),
    ],
    files: [
      ...of('photo', 'receipt'),
      {
        label: t`Receipt`,
        value: (
          <>
            <Anchor
              href={addressOf(applicationDocuments.receipt, { id: row.id })}
              target="_blank"
              rel="noopener"
              inherit
            >
              {t`Receipt (PDF)`}
            </Anchor>{' '}
            <PrintSize />
          </>
        ),
      },
    ],
    numbers: [
      numberField(t`Acknowledgement number`, formatAcknowledgement(row.acknowledgementNumber), {
        kind: 'application',
        id: row.id,
      }),
      ...of('examRollNumber'),
    ],
    steps: [
      ...of('status'),
      { label: t`Received by`, value: row.receivedBy },
      { label: t`Received at`, column: 'receivedAt', value: <Moment value={row.receivedAt} /> },
      ...of('verifiedBy', 'verifiedOn', 'verifiedAt', 'rejectedBy', 'rejectedAt'),
      ...of('returnReasons', 'returnedBy', 'returnedAt', 'waitingSince'),
    ],
  });
}

/** The revocation, also shown with the certificate; empty unless it is revoked. */
export function revokedFields(row: Pick<Application, keyof typeof revoked>): DetailField[] {
  if (row.revokedAt === null) return [];
  return [
    { label: t`Revoked since`, value: <Moment value={row.revokedAt} /> },
    { label: t`Reason of revocation`, value: row.revocationReason },
    { label: t`Authority of revocation`, value: row.revocationAuthority },
  ];
}

/** Each number links to its draft. */
function DraftNumbers({ application }: { application: Pick<Application, 'draftNumbers' | 'draftIds'> }) {
  return application.draftNumbers.split(', ').map((number, index) => (
    <Fragment key={application.draftIds[index]}>
      {index > 0 && ', '}
      <RecordLink record={recordRef('draft', application.draftIds[index])}>{number}</RecordLink>
    </Fragment>
  ));
}

/** The first receipt, and how many more there are, with their names in a tooltip. */
function Receipts({ files }: { files: readonly FileReference[] }) {
  const [first, ...others] = files;
  if (!first) return '-';
  return (
    <span className={classes.receipts}>
      <FileLink file={first} />
      {others.length > 0 && (
        <span title={others.map(({ name }) => name).join(', ')}>{t`+${others.length}`}</span>
      )}
    </span>
  );
}

const statusAppearance: Record<ApplicationStatus, { tone: StatusTone; icon?: Icon }> = {
  received: { tone: 'waiting' },
  returned: { tone: 'waiting', icon: IconArrowBackUp },
  verified: { tone: 'good' },
  rejected: { tone: 'bad' },
};

export function ApplicationStatusBadge({ status }: Pick<Application, 'status'>) {
  return <StatusBadge {...statusAppearance[status]} label={applicationStatusLabels[status]} />;
}

/** The total, marked when a concession reduces it. */
export function TotalAmount(props: {
  application: Pick<Application, 'totalAmount' | 'feeAmount' | 'concession'>;
}) {
  const {
    application: { totalAmount, feeAmount, concession },
  } = props;
  if (!concession) return <Money amount={totalAmount} />;
  const words = describeConcession(feeAmount, concession);
  return (
    <Tooltip label={words} multiline maw={320}>
      <span className={classes.total}>
        <IconDiscount2 size={16} role="img" aria-label={t`Concession`} />
        <Money amount={totalAmount} />
      </span>
    </Tooltip>
  );
}
