import { Trans } from '@lingui/react/macro';
import { NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { formatCount } from '#shared/money.ts';
import { pageSize } from '#shared/paging.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { maximumSheets, type PrintBatch } from '../contract.ts';

type Choice = Pick<PrintBatch, 'paper' | 'colour' | 'certificateType'> & { collegeId: string };

/** The college select's own value, because a Select knows no null. */
const allColleges = 'all';

/**
 * Asks what goes into the tray: paper, colour, type, college and how many sheets. The server takes those that waited longest
 * and binds a blank to each.
 */
export function PrepareRunDialog(props: {
  batches: readonly PrintBatch[];
  initial: PrintBatch;
  onClose: () => void;
}) {
  const { batches } = props;
  const [choice, setChoice] = useState<Choice>({ ...props.initial, collegeId: allColleges });
  const [typed, setTyped] = useState<number | '' | null>(null);
  const batch = batches.find(
    (one) =>
      one.paper === choice.paper &&
      one.colour === choice.colour &&
      one.certificateType === choice.certificateType,
  );
  const college = batch?.colleges.find(({ id }) => id === choice.collegeId);
  const waiting = (college ?? batch)?.waiting ?? 0;
  const atHand = batch ? batch.inStore + batch.issuedToYou : 0;
  const most = Math.min(waiting, atHand, maximumSheets);
  const sheets = typed ?? Math.min(most, pageSize);
  const navigate = useNavigate();
  const command = useCommand(client.printRuns.preparePrintRun, {
    onSuccess: ({ id, runNumber }) => {
      notifications.show({ message: t`Run ${runNumber} is prepared.`, color: 'green' });
      void navigate({ href: paths.printer.printRun(id) });
    },
  });

  function choose(changed: Partial<Choice>): void {
    setChoice({ ...choice, collegeId: allColleges, ...changed });
    setTyped(null);
    command.reset();
  }

  async function prepare(): Promise<void> {
    const { paperId, certificateType } = batch!;
    // The refusal is shown below by the command's own state.
    await command.attempt({
      paperId,
      certificateType,
      collegeId: college?.id ?? null,
      sheets: Number(sheets),
    });
  }

  const select = (field: 'paper' | 'colour' | 'certificateType', label: string) => (
    <ChoiceInput
      label={label}
      data={[...new Set(batches.map((one) => one[field]))].sort()}
      value={choice[field]}
      onChange={(value) => choose({ [field]: value })}
    />
  );

  return (
    <ConfirmDialog
      isOpen
      title={t`Prepare run`}
      confirmLabel={t`Prepare run`}
      reason={reasonAgainst({ batch, most, sheets })}
      isPending={command.isPending}
      error={command.error}
      onConfirm={prepare}
      onCancel={props.onClose}
    >
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {select('paper', t`Paper`)}
          {select('colour', t`Color`)}
          {select('certificateType', t`Certificate type`)}
          <ChoiceInput
            label={t`College`}
            data={[
              { value: allColleges, label: t`All colleges` },
              ...(batch?.colleges ?? []).map(({ id, code, name, waiting: count }) => ({
                value: id,
                label: t`${code} · ${name} (${formatCount(count)})`,
              })),
            ]}
            value={college?.id ?? allColleges}
            onChange={(value) => choose({ collegeId: value })}
          />
        </SimpleGrid>
        <NumberInput
          label={t`Sheets`}
          description={t`${formatCount(waiting)} waiting; at most ${formatCount(most)} in this run.`}
          min={1}
          max={most}
          allowDecimal={false}
          value={sheets}
          onChange={(value) => setTyped(value === '' ? '' : Number(value))}
        />
        {batch?.nextSerial && (
          <Text size="sm">
            <Trans>
              The certificates that waited longest are bound to the next blanks in serial order, from{' '}
              <strong>{batch.nextSerial}</strong>.
            </Trans>
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

/** Why this choice cannot be prepared; null when it can. */
function reasonAgainst(run: {
  batch: PrintBatch | undefined;
  most: number;
  sheets: number | '';
}): string | null {
  const { batch, most, sheets } = run;
  if (!batch) return t`Nothing waits on this paper, color and type. Choose another one.`;
  if (batch.inStore + batch.issuedToYou === 0)
    return t`No blank of ${batch.paper}, ${batch.colour} is in store. Ask the store for a delivery.`;
  return sheets === '' || sheets < 1 || sheets > most ? t`Choose 1 to ${formatCount(most)} sheets.` : null;
}
