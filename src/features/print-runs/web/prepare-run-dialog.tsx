import { Trans } from '@lingui/react/macro';
import { NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { ConfirmDialog } from '#platform/web/components/dialog.tsx';
import { useCommand } from '#platform/web/components/use-command.tsx';
import { useKindName, useStockWords } from '#platform/web/languages/stock-words.tsx';
import { pageSize } from '#shared/fields.ts';
import { formatCount } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { maximumSheets, type PrintBatch } from '../contract.ts';

/** The properties in which batches differ. */
const kinds = { paper: t`Paper`, colour: t`Color`, certificateType: t`Certificate type` };
type Kind = keyof typeof kinds;

/** A Select cannot hold null. */
const allColleges = 'all';

/**
 * Asks for paper, colour, type, college and number of sheets. The server picks the longest-waiting certificates and
 * binds blanks to them.
 */
export function PrepareRunDialog(props: {
  batches: readonly PrintBatch[];
  initial: PrintBatch;
  onClose: () => void;
}) {
  const { batches } = props;
  const [choice, setChoice] = useState<Record<Kind | 'collegeId', string>>({
    ...props.initial,
    collegeId: allColleges,
  });
  const [typed, setTyped] = useState<number | '' | null>(null);
  const names = Object.keys(kinds) as Kind[];
  const say = useStockWords();
  const kindName = useKindName();
  const batch = batches.find((one) => names.every((kind) => one[kind] === choice[kind]));
  const college = batch?.colleges.find(({ id }) => id === choice.collegeId);
  const waiting = (college ?? batch)?.waiting ?? 0;
  const atHand = batch ? batch.inStore + batch.issuedToYou : 0;
  const most = Math.min(waiting, atHand, maximumSheets);
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

  function choose(changed: Partial<typeof choice>): void {
    setChoice({ ...choice, collegeId: allColleges, ...changed });
    setTyped(null);
    command.reset();
  }

  /** Why this choice cannot be prepared; null if it can. */
  function reasonAgainst(): string | null {
    if (!batch) return t`Nothing waits on this paper, color and type. Choose another one.`;
    if (choice.collegeId === '') return t`Choose the college.`;
    if (atHand === 0) {
      const paper = kindName(batch.paper, batch.colour);
      return t`No sheet of ${paper} is in store. Ask the store for a delivery.`;
    }
    return sheets === '' || sheets < 1 || sheets > most ? t`Choose 1 to ${formatCount(most)} sheets.` : null;
  }

  return (
    <ConfirmDialog
      title={t`Prepare run`}
      confirmLabel={t`Prepare run`}
      reason={reasonAgainst()}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() =>
        command.attempt({
          paperId: batch!.paperId,
          certificateType: batch!.certificateType,
          collegeId: college?.id ?? null,
          sheets: Number(sheets),
        })
      }
      onCancel={props.onClose}
    >
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {names.map((kind) => (
            <ChoiceInput
              key={kind}
              label={kinds[kind]}
              data={[...new Set(batches.map((one) => one[kind]))]
                .toSorted((a, b) => a.localeCompare(b))
                .map((value) => ({
                  value,
                  label: kind === 'certificateType' ? value : say(value),
                }))}
              value={choice[kind]}
              onChange={(value) => choose({ [kind]: value })}
            />
          ))}
          <ChoiceInput
            label={t`College`}
            data={[
              { value: allColleges, label: t`All colleges` },
              ...(batch?.colleges ?? []).map(({ id, code, name, waiting: count }) => ({
                value: id,
                label: t`${code} · ${name} (${formatCount(count)})`,
              })),
            ]}
            // Text that matches no college selects nothing, rather than every college.
            value={choice.collegeId && (college?.id ?? allColleges)}
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
              The certificates that waited longest are put on the next sheets in serial order, from{' '}
              <strong>{batch.nextSerial}</strong>.
            </Trans>
          </Text>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
