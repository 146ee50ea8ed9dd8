import { Group, Progress, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { failureSentence } from '#platform/web/api/error-messages.ts';
import { ActionButton, DialogButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { whyNot } from '#shared/errors.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { PrintRunDetail } from '../contract.ts';
import { formatOffset, printRunCan } from '../rules.ts';

/** The print file of a run before its start: being composed, or failed with a reason and a retry. */
export function PrintFileState({ run }: { run: PrintRunDetail }) {
  const compose = useCommand(client.printRuns.composePrintRun);
  if (run.document === 'composing') return <Composing run={run} />;
  if (run.document !== 'failed') return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="red">
        {run.documentFailure && failureSentence(run.documentFailure)}
      </Text>
      <ActionButton variant="default" reason={null} onClick={() => compose.attempt({ id: run.id })}>
        {t`Make again`}
      </ActionButton>
    </Group>
  );
}

/**
 * How many sheets are composed. The status text stays constant, so that it is announced once; the bar has the number.
 */
function Composing({ run }: { run: PrintRunDetail }) {
  const composed = t`${formatCount(run.composedCount)} of ${formatCount(run.sheetCount)}`;
  return (
    <Stack gap={4} miw={260}>
      <Group justify="space-between" gap="md">
        <Text size="sm" role="status">
          {t`The print file is being made…`}
        </Text>
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {composed}
        </Text>
      </Group>
      <Progress.Root>
        <Progress.Section
          value={(run.composedCount / run.sheetCount) * 100}
          animated={run.composedCount === 0}
          // Mantine's own attributes would say per cent.
          withAria={false}
          role="progressbar"
          aria-label={t`Making the print file`}
          aria-valuemin={0}
          aria-valuemax={run.sheetCount}
          aria-valuenow={run.composedCount}
          aria-valuetext={composed}
        />
      </Progress.Root>
    </Stack>
  );
}

/** The printer that the print file is composed for, and a way to choose another one before the run starts. */
export function RunPrinter({ run }: { run: PrintRunDetail }) {
  const { printer } = run;
  return (
    <Group gap="xs">
      <Text size="sm">
        {printer
          ? t`For ${printer.code}, ${printer.name}: ${formatOffset(run.offset)}`
          : t`For no known printer, so without an offset`}
      </Text>
      <DialogButton
        size="compact-sm"
        variant="default"
        leftSection={<IconPrinter size={14} aria-hidden />}
        reason={whyNot(printRunCan.choosePrinter(run))}
        dialog={(onClose) => <ChoosePrinterDialog run={run} onClose={onClose} />}
      >
        {t`Choose printer`}
      </DialogButton>
    </Group>
  );
}

function ChoosePrinterDialog({ run, onClose }: { run: PrintRunDetail; onClose: () => void }) {
  const printers = useQuery(api.printers.listEntries.queryOptions({ input: {} }));
  return (
    <CommandDialog
      title={t`Choose the printer of run ${run.runNumber}`}
      confirmLabel={t`Make again`}
      call={client.printRuns.choosePrinter}
      fields={{
        printerId: {
          kind: 'choice',
          label: t`Printer`,
          options: (printers.data?.rows ?? []).map((printer) => ({
            value: printer.id,
            label: `${printer.code}, ${printer.name}: ${formatOffset({ xMm: Number(printer.xMm), yMm: Number(printer.yMm) })}`,
          })),
          initial: run.printer?.id ?? null,
          isRequired: true,
          isFocused: true,
          missing: t`Choose a printer.`,
        },
      }}
      input={({ printerId }) => ({ id: run.id, version: run.version, printerId })}
      done={() => t`The print file is being made again.`}
      onClose={onClose}
    >
      {t`The print file is made again with the offset that the printer has now. Discard a file that you opened before.`}
      {printers.error && <ErrorNotice error={printers.error} />}
    </CommandDialog>
  );
}
