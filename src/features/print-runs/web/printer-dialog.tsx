import { Group, NumberInput, Stack, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ConfirmDialog } from '#platform/web/components/dialog.tsx';
import { applyIssues, readError } from '#platform/web/components/read-error.ts';
import { type CommandCall, useCommand } from '#platform/web/components/use-command.tsx';
import { t } from '#shared/words.ts';
import { maximumOffsetMm, type Printer, PrinterEntry } from '../printer-contract.ts';

const millimetres = {
  required: true,
  min: -maximumOffsetMm,
  max: maximumOffsetMm,
  step: 0.1,
  decimalScale: 1,
  suffix: ' mm',
} as const;

/** Adds a printer, or edits the given one. */
export function PrinterDialog({ printer, onClose }: { printer: Printer | null; onClose: () => void }) {
  const form = useForm({
    initialValues: {
      code: printer?.code ?? '',
      name: printer?.name ?? '',
      xMm: (printer?.xMm ?? 0) as number | string,
      yMm: (printer?.yMm ?? 0) as number | string,
    },
    validate: schemaResolver(PrinterEntry, { sync: true }),
  });
  const call: CommandCall<PrinterEntry, unknown> = (entry, options) =>
    printer
      ? client.printers.editPrinter({ ...entry, id: printer.id, version: printer.version }, options)
      : client.printers.addPrinter(entry, options);
  const [refused, setRefused] = useState<unknown>(null);
  const command = useCommand(call, {
    onSuccess: (_saved, entry) => {
      notifications.show({ message: t`Printer ${entry.code} is saved.`, color: 'green' });
      onClose();
    },
  });

  async function save(): Promise<void> {
    setRefused(null);
    if (form.validate().hasErrors) return;
    await command.run(form.getValues() as PrinterEntry).catch((error: unknown) => {
      const { issues } = readError(error);
      const elsewhere = applyIssues(form, issues);
      if (issues.length === 0 || elsewhere.length > 0) setRefused(error);
    });
  }

  return (
    <ConfirmDialog
      title={printer ? t`Edit printer ${printer.code}` : t`Add printer`}
      confirmLabel={printer ? t`Save printer` : t`Add printer`}
      isPending={command.isPending}
      error={refused}
      onConfirm={save}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <TextInput
          label={t`Printer code`}
          description={t`As its operators carry it: their runs are composed for this printer.`}
          required
          data-autofocus={printer === null || undefined}
          {...form.getInputProps('code')}
        />
        <TextInput label={t`Printer`} required {...form.getInputProps('name')} />
        <Group grow align="flex-start">
          <NumberInput
            label={t`X offset`}
            description={t`To the right.`}
            data-autofocus={printer !== null || undefined}
            {...millimetres}
            {...form.getInputProps('xMm')}
          />
          <NumberInput
            label={t`Y offset`}
            description={t`Down.`}
            {...millimetres}
            {...form.getInputProps('yMm')}
          />
        </Group>
      </Stack>
    </ConfirmDialog>
  );
}
