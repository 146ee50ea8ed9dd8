import { Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '#features/client.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import type { PrintRunDetail } from '../contract.ts';
import { formatOffset, printRunCan } from '../rules.ts';

/** For which printer the print file is composed, and the way to choose another one before the run starts. */
export function RunPrinter({ run }: { run: PrintRunDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  const { printer } = run;
  const ruling = printRunCan.choosePrinter(run);
  return (
    <Group gap="xs">
      <Text size="sm">
        {printer
          ? t`For ${printer.code}, ${printer.name}: ${formatOffset(run.offset)}`
          : t`For no known printer, so without an offset`}
      </Text>
      <ActionButton
        size="compact-sm"
        variant="default"
        leftSection={<IconPrinter size={14} aria-hidden />}
        reason={ruling === true ? null : errorSentence('print_runs.not_prepared', undefined)}
        onClick={() => setIsOpen(true)}
      >
        {t`Choose printer`}
      </ActionButton>
      {isOpen && <ChoosePrinterDialog run={run} onClose={() => setIsOpen(false)} />}
    </Group>
  );
}

function ChoosePrinterDialog({ run, onClose }: { run: PrintRunDetail; onClose: () => void }) {
  const [printerId, setPrinterId] = useState<string | null>(run.printer?.id ?? null);
  const printers = useQuery(api.printers.listPrinters.queryOptions({ input: {} }));
  const command = useCommand(client.printRuns.choosePrinter, {
    onSuccess: () => {
      notifications.show({ message: t`The print file is composed again.`, color: 'green' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={t`Choose the printer of run ${run.runNumber}`}
      confirmLabel={t`Compose again`}
      reason={!printerId ? t`Choose a printer.` : null}
      isPending={command.isPending}
      error={command.error ?? printers.error}
      onConfirm={() => command.attempt({ id: run.id, version: run.version, printerId: printerId! })}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Text>{t`The print file is composed again with the offset that the printer has now. Discard a file that you opened before.`}</Text>
        <ChoiceInput
          label={t`Printer`}
          required
          data-autofocus
          data={(printers.data?.rows ?? []).map((printer) => ({
            value: printer.id,
            label: `${printer.code}, ${printer.name}: ${formatOffset(printer)}`,
          }))}
          value={printerId}
          onChange={setPrinterId}
        />
      </Stack>
    </ConfirmDialog>
  );
}
