import { Trans } from '@lingui/react/macro';
import { NumberInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { ConfirmDialog } from '#platform/web/components/dialog.tsx';
import { useCommand } from '#platform/web/components/use-command.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { shippedInWords } from '#shared/choice-lists.ts';
import { pageSize } from '#shared/fields.ts';
import { formatCount } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { maximumSheets, type PrintBatch } from '../contract.ts';

/** A Select cannot hold null. */
const allColleges = 'all';

/** Asks for college and number of sheets. The server picks the longest-waiting certificates and their sheets. */
export function PrepareRunDialog({ batch, onClose }: { batch: PrintBatch; onClose: () => void }) {
  const [collegeId, setCollegeId] = useState(allColleges);
  const [typed, setTyped] = useState<number | '' | null>(null);
  const paper = useKindName()(batch.paper, batch.colour);
  const college = batch.colleges.find(({ id }) => id === collegeId);
  const { waiting } = college ?? batch;
  const most = Math.min(waiting, batch.inStore + batch.issuedToYou, maximumSheets);
  const sheets = typed ?? Math.min(most, pageSize);
  const navigate = useNavigate();
  const command = useCommand(client.printRuns.preparePrintRun, {
    onSuccess: ({ id, runNumber, returned }) => {
      notifications.show({ message: t`Run ${runNumber} is prepared.`, color: 'green' });
      if (returned > 0)
        notifications.show({
          message: t`Applications returned, because their certificates cannot be printed: ${formatCount(returned)}.`,
          color: 'yellow',
        });
      void navigate({ href: paths.printer.printRun(id) });
    },
  });

  const sheetsReason =
    sheets === '' || sheets < 1 || sheets > most ? t`Choose 1 to ${formatCount(most)} sheets.` : null;
  return (
    <ConfirmDialog
      title={t`Prepare run: ${paper}, ${shippedInWords(batch.certificateType)}`}
      confirmLabel={t`Prepare run`}
      reason={collegeId === '' ? t`Choose the college.` : sheetsReason}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() =>
        command.attempt({
          paperId: batch.paperId,
          certificateType: batch.certificateType,
          collegeId: college?.id ?? null,
          sheets: Number(sheets),
        })
      }
      onCancel={onClose}
    >
      <Stack gap="sm">
        <ChoiceInput
          label={t`College`}
          data={[
            { value: allColleges, label: t`All colleges` },
            ...batch.colleges.map(({ id, code, name, waiting: count }) => ({
              value: id,
              label: t`${code} · ${name} (${formatCount(count)})`,
            })),
          ]}
          // Text that matches no college selects nothing, rather than every college.
          value={collegeId && (college?.id ?? allColleges)}
          onChange={(value) => {
            setCollegeId(value);
            setTyped(null);
            command.reset();
          }}
        />
        <NumberInput
          label={t`Sheets`}
          description={t`${formatCount(waiting)} waiting; at most ${formatCount(most)} in this run.`}
          min={1}
          max={most}
          allowDecimal={false}
          value={sheets}
          onChange={(value) => setTyped(value === '' ? '' : Number(value))}
        />
        {batch.nextSerial && (
          <Text size="sm">
            <Trans>
              The certificates that waited longest are put on the next sheets in serial order, from{' '}
              <strong>{batch.nextSerial}</strong>.
            </Trans>
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
