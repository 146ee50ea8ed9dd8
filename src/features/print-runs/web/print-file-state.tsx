import { Group, Progress, Stack, Text } from '@mantine/core';
import { client } from '#features/client.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { PrintRunDetail } from '../contract.ts';

/** The print file of a run that has not begun: being composed, ready, or failed with the reason and another try. */
export function PrintFileState({ run }: { run: PrintRunDetail }) {
  const compose = useCommand(client.printRuns.composePrintRun);
  if (run.document === 'composing') return <Composing run={run} />;
  if (run.document !== 'failed') return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="red">
        {run.documentFailure}
      </Text>
      <ActionButton variant="default" reason={null} onClick={() => compose.attempt({ id: run.id })}>
        {t`Compose again`}
      </ActionButton>
    </Group>
  );
}

/** How many sheets are composed. What is announced stays the same; a reader asks the bar for its number. */
function Composing({ run }: { run: PrintRunDetail }) {
  const composed = t`${formatCount(run.composedCount)} of ${formatCount(run.sheetCount)}`;
  return (
    <Stack gap={4} miw={260}>
      <Group justify="space-between" gap="md">
        <Text size="sm" role="status">
          {t`The print file is being composed…`}
        </Text>
        <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {composed}
        </Text>
      </Group>
      <Progress.Root>
        <Progress.Section
          value={(run.composedCount / run.sheetCount) * 100}
          animated={run.composedCount === 0}
          // Its own words would be per cent.
          withAria={false}
          role="progressbar"
          aria-label={t`Composing the print file`}
          aria-valuemin={0}
          aria-valuemax={run.sheetCount}
          aria-valuenow={run.composedCount}
          aria-valuetext={composed}
        />
      </Progress.Root>
    </Stack>
  );
}
