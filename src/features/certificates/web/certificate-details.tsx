import { revokedFields } from '#features/applications/web/application-columns.tsx';
import { inGroups } from '#platform/web/components/list/record-parts.tsx';
import { type DetailField, numberField } from '#platform/web/components/list.tsx';
import { badgeOf, Day, Moment, StatusBadge } from '#platform/web/components/values.tsx';
import { StockWord } from '#platform/web/languages/stock-words.tsx';
import { awardFacts } from '#shared/award-facts.ts';
import { certificateStateLabels } from '#shared/certificate-states.ts';
import { choiceInWords, shippedInWords } from '#shared/choice-lists.ts';
import { formatMoment } from '#shared/format.ts';
import { recordRef } from '#shared/record-kinds.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { certificateRecord } from '../columns.ts';
import { type Certificate, type HandOver, identityDocumentLabels, waysOfHandOver } from '../contract.ts';

export const CertificateBadge = badgeOf(certificateStateLabels, {
  to_print: 'waiting',
  in_run: 'active',
  printed: 'active',
  handed_over: 'good',
  revoked: 'bad',
});

/** The fields of a certificate, in any state: in Row Details and on its page. */
export function certificateDetails(row: Certificate): DetailField[] {
  const record = certificateRecord(row);
  return inGroups({
    facts: [
      numberField(t`Convocation number`, row.convocationNumber, record),
      { label: t`State`, value: <CertificateBadge state={row.state} /> },
      { label: t`Student`, value: row.studentName },
      { label: t`Course`, value: row.courseDegree },
      { label: t`College`, value: `${row.collegeName} (${row.collegeCode})` },
    ],
    certificate: [
      {
        label: t`Withheld`,
        value: row.withheldAt && (
          <StatusBadge
            tone="bad"
            label={
              row.isReopened
                ? t`The application is reopened`
                : t`A draft came back on ${formatMoment(row.withheldAt)}`
            }
          />
        ),
      },
      {
        label: t`Missing from the award record`,
        value: row.missingFacts.length > 0 && (
          <StatusBadge
            tone="bad"
            label={row.missingFacts.map((fact) => translateLabel(awardFacts[fact])).join(', ')}
          />
        ),
      },
      ...revokedFields(row),
      { label: t`Certificate type`, value: shippedInWords(row.certificateType) },
      { label: t`Chosen Color`, value: <StockWord word={row.chosenColour} /> },
      { label: t`Selected paper`, value: <StockWord word={row.selectedPaper} /> },
    ],
    numbers: [
      numberField(t`Registration number`, row.registrationNumber, record),
      numberField(t`Exam roll number`, row.examRollNumber, record),
      numberField(t`Blank serial`, row.blankSerial, recordRef('sheet', row.blankSerial)),
    ],
    steps: [
      ...signatureFields(row),
      { label: t`Printed by`, value: row.printedBy },
      { label: t`Printed at`, value: <Moment value={row.printedAt} /> },
      ...handOverFields(row),
    ],
  });
}

/** The state of the signature by hand, if it is missing. */
function signatureFields({ missingSignature: missing }: Certificate): DetailField[] {
  if (missing === null) return [];
  if (missing.state === 'to_be_signed')
    return [{ label: t`Signature`, value: t`Waits for a batch to be signed` }];
  const { state, batchNumber, office, sentAt } = missing;
  return [
    {
      label: t`Signature`,
      value: (
        <>
          {state === 'out'
            ? t`Out in batch ${batchNumber} with ${office} since`
            : t`Damaged in batch ${batchNumber} with ${office}, sent`}{' '}
          <Moment value={sentAt} />
        </>
      ),
    },
  ];
}

/** How the valid copy left the office: when, by whom, and the proof of it. */
function handOverFields({ handOver }: Certificate): DetailField[] {
  if (handOver === null) return [{ label: t`Handed over`, value: '-' }];
  return [
    { label: t`Handed over`, value: waysOfHandOver[handOver.way] },
    ...proofOf(handOver),
    { label: t`Handed over by`, value: handOver.by },
    { label: t`Handed over at`, value: <Moment value={handOver.at} /> },
  ];
}

function proofOf(handOver: HandOver): DetailField[] {
  switch (handOver.way) {
    case 'in_person':
      return [
        { label: t`Collected by`, value: handOver.collectedBy },
        {
          label: t`Identity document seen`,
          value: choiceInWords(identityDocumentLabels, handOver.identitySeen),
        },
      ];
    case 'post':
      return [
        { label: t`Carrier`, value: handOver.carrier },
        numberField(t`Tracking number`, handOver.trackingNumber),
        { label: t`Posted on`, value: <Day value={handOver.postedOn} /> },
      ];
    case 'bundle':
      return [
        numberField(t`Bundle`, handOver.bundleNumber, { kind: 'bundle', id: handOver.bundleId }),
        { label: t`Handed over to`, value: handOver.deliveredTo },
        { label: t`Signed by the student on`, value: <Day value={handOver.signedOn} /> },
      ];
  }
}
