import { Group, Progress, Stack, Text } from '@mantine/core';
import { formatCount } from '#shared/money.ts';
import { client } from '#web/api/client.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { ErrorNotice } from '#web/components/error-notice.tsx';
import { useCommand } from '#web/components/use-command.ts';
import type { ImportDetail, Progress as ImportProgressState } from '../contract.ts';

const stepWords: Record<ImportProgressState['step'], string> = {
  waiting: 'Waiting for its turn',
  reading: 'Reading the rows',
  comparing: 'Comparing the rows with one another and with what is there',
  writing: 'Writing the rows',
};

/** How far the running step is, and the way to stop it. */
export function ImportProgress({ upload }: { upload: ImportDetail }) {
  const cancel = useCommand(client.imports.cancelImport, { invalidates: [['imports']] });
  if (!upload.progress) return null;
  const { step, rowsDone, rowsTotal } = upload.progress;
  const share = rowsTotal ? Math.min(1, rowsDone / rowsTotal) : null;
  return (
    <Stack gap="sm">
      <Text role="status">{stepWords[step]}</Text>
      <Progress
        value={(share ?? 1) * 100}
        animated={share === null || step === 'comparing'}
        aria-label={stepWords[step]}
        aria-valuetext={share === null ? stepWords[step] : undefined}
      />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {figuresOf(upload.progress)}
        </Text>
        <ActionButton
          variant="default"
          reason={null}
          onClick={() => cancel.run({ id: upload.id }).catch(() => {})}
        >
          Cancel
        </ActionButton>
      </Group>
      {cancel.error != null && <ErrorNotice error={cancel.error} />}
    </Stack>
  );
}

function figuresOf({ step, rowsDone, rowsTotal, rowsPerSecond, secondsLeft }: ImportProgressState): string {
  if (step === 'waiting') return 'It begins as soon as the upload before it is done.';
  const total =
    rowsTotal === null ? '' : ` of ${step === 'reading' ? 'about ' : ''}${formatCount(rowsTotal)}`;
  const figures = [`${formatCount(rowsDone)}${total} rows`];
  if (rowsPerSecond > 0) figures.push(`${formatCount(rowsPerSecond)} rows a second`);
  if (secondsLeft !== null) figures.push(timeLeft(secondsLeft));
  return figures.join(' · ');
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return `about ${seconds} s left`;
  return `about ${Math.ceil(seconds / 60)} minutes left`;
}
