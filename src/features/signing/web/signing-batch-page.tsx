import { Group, ScrollArea, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ofCertificate, sheetColumns } from '#features/certificates/columns.ts';
import { api, client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { useMay } from '#platform/web/api/session.ts';
import { DialogButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { PdfLink } from '#platform/web/components/links.tsx';
import { Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { type PlainColumns, PlainTable } from '#platform/web/components/plain-table.tsx';
import { Moment, StatusBadge, type StatusTone } from '#platform/web/components/values.tsx';
import { formatCount } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import { t } from '#shared/words.ts';
import {
  type SignedSheet,
  type SigningBatchDetail,
  type SigningOutcome,
  signingDocuments,
  signingOutcomeLabels,
  standingLabels,
} from '../contract.ts';
import { NameSheetsInput, sheetsNamed } from './name-sheets-input.tsx';
import { useSigningPaths } from './use-signing-paths.ts';

const tones: Record<SigningOutcome, StatusTone> = { signed: 'good', unsigned: 'waiting', damaged: 'bad' };

const columns: PlainColumns<SignedSheet> = {
  convocationNumber: {
    header: t`Convocation number`,
    record: ofCertificate,
    // On a phone one column leaves room for the outcome.
    render: ({ convocationNumber, studentName }) => (
      <>
        {convocationNumber}
        <Text size="sm" hiddenFrom="sm">
          {studentName}
        </Text>
      </>
    ),
  },
  studentName: { header: t`Student`, isWide: true },
  ...sheetColumns,
  outcome: { header: t`Signature`, render: (sheet) => <Outcome sheet={sheet} /> },
  backAt: { header: t`Back at`, kind: 'moment', isWide: true },
  backBy: { header: t`Taken back by`, isWide: true },
};

/** The outcome of the sheet, and what became of its certificate meanwhile. */
function Outcome({ sheet: { outcome, remark, standing } }: { sheet: SignedSheet }) {
  return (
    <Group gap={6}>
      {outcome === null ? (
        <StatusBadge tone="active" label={t`Out`} />
      ) : (
        <StatusBadge tone={tones[outcome]} label={signingOutcomeLabels[outcome]} />
      )}
      {standing !== 'valid' && <StatusBadge tone="bad" label={standingLabels[standing]} />}
      {remark && <Text size="sm">{remark}</Text>}
    </Group>
  );
}

/** One batch: where it went and who carried it, its list, and what came back. */
export function SigningBatchPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const batch = useQuery(api.signing.getSigningBatch.queryOptions({ input: { id } }));
  return <Loaded query={batch}>{(found) => <OpenBatch batch={found} />}</Loaded>;
}

function OpenBatch({ batch }: { batch: SigningBatchDetail }) {
  const mayRecord = useMay('signing_batches:record');
  const { newSigningBatch } = useSigningPaths();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const out = batch.sheets.filter(isOut);
  // A colleague may have recorded some of them meanwhile.
  const sheetIds = idsOf(out).filter((id) => chosen.includes(id));
  const isRecording = mayRecord && newSigningBatch !== null && out.length > 0;
  const reason = sheetIds.length === 0 ? t`Choose the sheets that came back.` : null;

  function name(text: string): string {
    const found = sheetsNamed(batch.sheets, text);
    const [first] = found;
    if (!first) return t`No sheet of this batch is named ${text}.`;
    const waiting = found.filter(isOut);
    if (waiting.length === 0) return t`${first.blankSerial} is back already.`;
    setChosen((before) => [...new Set([...before, ...idsOf(waiting)])]);
    return waiting.length === 1
      ? t`${waiting[0]!.blankSerial}, ${waiting[0]!.studentName}: chosen.`
      : t`Sheets chosen: ${formatCount(waiting.length)}.`;
  }

  return (
    <Stack gap="md">
      <PageHeader
        title={t`Signing batch ${batch.batchNumber}`}
        number={batch.batchNumber}
        description={batch.office}
        actions={
          <PdfLink variant="default" href={addressOf(signingDocuments.list, { id: batch.id })}>
            {t`List of the batch (PDF)`}
          </PdfLink>
        }
      />
      <Text>
        {t`Carried by ${batch.carriedBy} to: ${batch.office}. Sent by ${batch.sentBy},`}{' '}
        <Moment value={batch.sentAt} />.
      </Text>
      {isRecording && <NameSheetsInput label={t`Sheets that came back`} onNamed={name} />}
      <Group justify="space-between">
        <Text role="status">
          {t`${formatCount(batch.outCount)} of ${formatCount(batch.sheetCount)} sheets are out, ${formatCount(batch.signedCount)} came back signed.`}
        </Text>
        {isRecording && (
          <Group gap="xs">
            {outcomes.map((outcome) => (
              <DialogButton
                key={outcome}
                variant={outcome === 'signed' ? 'filled' : 'default'}
                reason={reason}
                dialog={(onClose) => (
                  <TakeBackDialog batch={batch} sheetIds={sheetIds} outcome={outcome} onClose={onClose} />
                )}
              >
                {takeBackLabels[outcome]}
              </DialogButton>
            ))}
          </Group>
        )}
      </Group>
      <ScrollArea>
        <PlainTable<SignedSheet>
          columns={columns}
          rows={batch.sheets}
          ticks={
            isRecording && {
              label: t`All that are out`,
              rowLabel: (one) => t`Sheet ${one.blankSerial}`,
              isFor: (one) => isOut(one),
              ticked: sheetIds,
              onChange: setChosen,
            }
          }
        />
      </ScrollArea>
    </Stack>
  );
}

function isOut({ outcome }: SignedSheet): boolean {
  return outcome === null;
}

const outcomes = ['signed', 'unsigned', 'damaged'] as const;

const takeBackLabels: Record<SigningOutcome, string> = {
  signed: t`Back signed`,
  unsigned: t`Back unsigned`,
  damaged: t`Back damaged`,
};

const consequences: Record<SigningOutcome, string> = {
  signed: t`Compare each serial and look at each signature. They can be handed over from now on. This cannot be undone.`,
  unsigned: t`They wait for another batch.`,
  damaged: t`They are not handed over. Somebody who neither printed nor recorded them cancels their copies, and they are printed again.`,
};

/** Confirms the outcome of the chosen sheets. */
function TakeBackDialog(props: {
  batch: SigningBatchDetail;
  sheetIds: readonly string[];
  outcome: SigningOutcome;
  onClose: () => void;
}) {
  const { batch, sheetIds, outcome } = props;
  const done = () => t`Sheets taken back: ${formatCount(sheetIds.length)}.`;
  const common = {
    title: t`Take ${formatCount(sheetIds.length)} sheets of batch ${batch.batchNumber} back?`,
    confirmLabel: takeBackLabels[outcome],
    call: client.signing.takeBackSheets,
    done,
    onClose: props.onClose,
    children: consequences[outcome],
  };
  const input = { id: batch.id, sheetIds: [...sheetIds], outcome };
  if (outcome !== 'damaged') return <CommandDialog {...common} input={() => input} />;
  return (
    <CommandDialog
      {...common}
      fields={{
        remark: {
          kind: 'line',
          label: t`How they are damaged`,
          maxLength: 200,
          missing: t`Enter how the sheet is damaged.`,
        },
      }}
      input={({ remark }) => ({ ...input, remark })}
    />
  );
}
