import { NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { client } from '#features/client.ts';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { t } from '#shared/words.ts';
import { maximumSheets, type PrintRunDetail } from '../contract.ts';

/** Asks how many sheets lie on the table, good and spoilt, and how many are missing; the run closes when the books say the same. */
export function CloseRunDialog({ run, onClose }: { run: PrintRunDetail; onClose: () => void }) {
  const [good, setGood] = useState<number | ''>('');
  const [spoilt, setSpoilt] = useState<number | ''>('');
  const [missing, setMissing] = useState<number | ''>(0);
  const command = useCommand(client.printRuns.closePrintRun, {
    onSuccess: () => {
      notifications.show({ message: t`Run ${run.runNumber} is closed.`, color: 'green' });
      onClose();
    },
  });
  const reason =
    good === '' || spoilt === '' || missing === ''
      ? t`Count both stacks; 0 if there is no sheet on one.`
      : null;

  // The refusal is shown by the dialog itself.
  const close = () =>
    command.attempt({
      id: run.id,
      version: run.version,
      goodSheets: Number(good),
      spoiltSheets: Number(spoilt),
      missingSheets: Number(missing),
    });

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (reason === null && !command.isPending) void close();
  }

  const field = (
    label: string,
    value: number | '',
    onChange: (value: number | '') => void,
    isFirst = false,
  ) => (
    <NumberInput
      label={label}
      required
      min={0}
      max={maximumSheets}
      allowDecimal={false}
      allowNegative={false}
      data-autofocus={isFirst || undefined}
      value={value}
      onChange={(typed) => onChange(typed === '' ? '' : Number(typed))}
    />
  );

  return (
    <ConfirmDialog
      isOpen
      title={t`Close run ${run.runNumber}`}
      confirmLabel={t`Close run`}
      reason={reason}
      isPending={command.isPending}
      error={command.error}
      onConfirm={close}
      onCancel={onClose}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm">
            {t`Count the sheets that lie on the table. The run closes when they are as many as were recorded. Outcomes can no longer be taken back then; a second person can cancel a copy.`}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
            {field(t`Good sheets`, good, setGood, true)}
            {field(t`Spoilt sheets`, spoilt, setSpoilt)}
            {field(t`Missing sheets`, missing, setMissing)}
          </SimpleGrid>
        </Stack>
        <button type="submit" hidden />
      </form>
    </ConfirmDialog>
  );
}
