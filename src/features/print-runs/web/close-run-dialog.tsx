import { NumberInput, SimpleGrid, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ConfirmForm } from '#platform/web/components/dialog.tsx';
import { useCommand } from '#platform/web/components/use-command.tsx';
import { t } from '#shared/words.ts';
import { maximumSheets, type PrintRunDetail } from '../contract.ts';

const stacks = [
  { name: 'goodSheets', label: t`Good sheets` },
  { name: 'spoiltSheets', label: t`Spoilt sheets` },
  { name: 'missingSheets', label: t`Missing sheets` },
] as const;
type Counts = Record<(typeof stacks)[number]['name'], number | ''>;

/** Asks for the counts of good, spoilt and missing sheets; the run closes if they match the recorded ones. */
export function CloseRunDialog({ run, onClose }: { run: PrintRunDetail; onClose: () => void }) {
  const [counts, setCounts] = useState<Counts>({ goodSheets: '', spoiltSheets: '', missingSheets: 0 });
  const command = useCommand(client.printRuns.closePrintRun, {
    onSuccess: () => {
      notifications.show({ message: t`Run ${run.runNumber} is closed.`, color: 'green' });
      onClose();
    },
  });
  return (
    <ConfirmForm
      title={t`Close run ${run.runNumber}`}
      confirmLabel={t`Close run`}
      reason={
        Object.values(counts).includes('') ? t`Count both stacks; 0 if there is no sheet on one.` : null
      }
      isPending={command.isPending}
      error={command.error}
      onConfirm={() =>
        command.attempt({
          id: run.id,
          version: run.version,
          goodSheets: Number(counts.goodSheets),
          spoiltSheets: Number(counts.spoiltSheets),
          missingSheets: Number(counts.missingSheets),
        })
      }
      onCancel={onClose}
    >
      <Text size="sm">
        {t`Count the sheets that lie on the table. The run closes when they are as many as were recorded. Outcomes can no longer be undone then; a second person can cancel a copy.`}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {stacks.map(({ name, label }, index) => (
          <NumberInput
            key={name}
            label={label}
            required
            min={0}
            max={maximumSheets}
            allowDecimal={false}
            allowNegative={false}
            data-autofocus={index === 0 || undefined}
            value={counts[name]}
            onChange={(typed) =>
              setCounts((current) => ({ ...current, [name]: typed === '' ? '' : Number(typed) }))
            }
          />
        ))}
      </SimpleGrid>
    </ConfirmForm>
  );
}
