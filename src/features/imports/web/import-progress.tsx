import { Group, Progress, Stack, Text } from '@mantine/core';
import { client } from '#features/client.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { ImportDetail, Progress as ImportProgressState } from '../contract.ts';

const stepWords: Record<ImportProgressState['step'], string> = {
  waiting: t`Waiting for its turn`,
  reading: t`Reading the rows`,
  comparing: t`Comparing the rows with one another and with what is there`,
  writing: t`Writing the rows`,
};

/** How far the running step is, and the way to stop it. */
export function ImportProgress({ upload }: { upload: ImportDetail }) {
  const cancel = useCommand(client.imports.cancelImport);
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
        <ActionButton variant="default" reason={null} onClick={() => cancel.attempt({ id: upload.id })}>
          {t`Cancel`}
        </ActionButton>
      </Group>
      {cancel.error != null && <ErrorNotice error={cancel.error} />}
    </Stack>
  );
}

function figuresOf({ step, rowsDone, rowsTotal, rowsPerSecond, secondsLeft }: ImportProgressState): string {
  if (step === 'waiting') return t`It begins as soon as the upload before it is done.`;
  const figures = [rowsInWords({ step, rowsDone, rowsTotal })];
  if (rowsPerSecond > 0) figures.push(t`${formatCount(rowsPerSecond)} rows a second`);
  if (secondsLeft !== null) figures.push(timeLeft(secondsLeft));
  return figures.join(' · ');
}

function rowsInWords(progress: Pick<ImportProgressState, 'step' | 'rowsDone' | 'rowsTotal'>): string {
  const done = formatCount(progress.rowsDone);
  if (progress.rowsTotal === null) return t`${done} rows`;
  const total = formatCount(progress.rowsTotal);
  // How many rows a file has is known once it is read; until then its size says it roughly.
  return progress.step === 'reading' ? t`${done} of about ${total} rows` : t`${done} of ${total} rows`;
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return t`about ${seconds} s left`;
  return t`about ${Math.ceil(seconds / 60)} minutes left`;
}
