import { Trans } from '@lingui/react/macro';
import { NumberInput, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount } from '#shared/money.ts';
import { pageSize } from '#shared/paging.ts';
import { t } from '#shared/words.ts';
import { client } from '#web/api/client.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { useCommand } from '#web/components/use-command.ts';
import { paths } from '#web/paths.ts';
import { maximumSheets, type PrintBatch } from '../contract.ts';
import { printQueueKey } from './print-queue-key.ts';

/** Asks how many sheets go into the tray and binds a blank to each of the certificates that waited longest. */
export function PrepareRunDialog({ batch, onClose }: { batch: PrintBatch; onClose: () => void }) {
  const most = Math.min(batch.waiting, batch.blanksInStore, maximumSheets);
  const [count, setCount] = useState<number | ''>(Math.min(most, pageSize));
  const [failure, setFailure] = useState<unknown>(null);
  const navigate = useNavigate();
  const command = useCommand(client.printRuns.preparePrintRun, {
    invalidates: [printQueueKey, ['print-runs'], ['certificates']],
    onSuccess: ({ id, runNumber }) => {
      notifications.show({ message: t`Run ${runNumber} is prepared.`, color: 'green' });
      void navigate({ href: paths.printer.printRun(id) });
    },
  });

  async function prepare(): Promise<void> {
    setFailure(null);
    try {
      await command.run({ certificateIds: await longestWaiting(batch, Number(count)) });
    } catch (error) {
      setFailure(error);
    }
  }

  return (
    <ConfirmDialog
      isOpen
      title={t`Prepare a run on ${batch.paper}, ${batch.colour}`}
      confirmLabel={t`Prepare run`}
      reason={count === '' || count < 1 || count > most ? t`Choose 1 to ${formatCount(most)} sheets.` : null}
      isPending={command.isPending}
      error={failure}
      onConfirm={prepare}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Text>
          <Trans>
            The certificates that waited longest are bound to the next blanks in serial order. The blank on
            top of the stack has to be <strong>{batch.nextSerial}</strong>.
          </Trans>
        </Text>
        <NumberInput
          label={t`Sheets`}
          description={t`At most ${formatCount(most)}.`}
          min={1}
          max={most}
          allowDecimal={false}
          value={count}
          onChange={(value) => setCount(value === '' ? '' : Number(value))}
        />
      </Stack>
    </ConfirmDialog>
  );
}

/** The ids of the certificates at the head of the queue, page by page. */
async function longestWaiting(batch: PrintBatch, count: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.certificates.listCertificates({
      stage: 'waiting',
      paperId: batch.paperId,
      certificateType: batch.certificateType,
      sort: 'createdAt',
      offset: ids.length,
      limit: Math.min(pageSize, count - ids.length),
      cursor,
    });
    ids.push(...page.rows.map((row) => row.id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor && ids.length < count);
  return ids;
}
