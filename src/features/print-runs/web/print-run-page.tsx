import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Loader, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlayerPlay, IconSquareCheck } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ErrorCode } from '#shared/errors.ts';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import { client } from '#web/api/client.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { ErrorNotice } from '#web/components/error-notice.tsx';
import { useLinkProps } from '#web/components/link-props.ts';
import { Moment } from '#web/components/moment.tsx';
import { PageHeader } from '#web/components/page-header.tsx';
import { useCommand } from '#web/components/use-command.ts';
import { paths } from '#web/paths.ts';
import type { PrintRunDetail } from '../contract.ts';
import { printRunCan } from '../rules.ts';
import { PrintFile } from './print-file.tsx';
import { printQueueKey } from './print-queue-key.ts';
import { RunBadge } from './run-badge.tsx';
import { RunPrinter } from './run-printer.tsx';
import { RunProof } from './run-proof.tsx';
import { SheetTable } from './sheet-table.tsx';

const composingPollMilliseconds = 500;

/** /printer/print-runs/<id>: the print file, the outcome of each sheet, the close. */
export function PrintRunPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const run = useQuery({
    queryKey: ['print-runs', 'one', id],
    queryFn: ({ signal }) => client.printRuns.getPrintRun({ id }, { signal }),
    refetchInterval: (query) =>
      query.state.data?.document === 'composing' ? composingPollMilliseconds : false,
  });
  if (run.error) return <ErrorNotice error={run.error} onRetry={() => void run.refetch()} />;
  if (!run.data) return <Loader aria-label={t`Loading`} />;
  return <OpenRun run={run.data} />;
}

function OpenRun({ run }: { run: PrintRunDetail }) {
  const queryClient = useQueryClient();
  const invalidates = [['print-runs'], printQueueKey, ['certificates'], ['applications']];
  const start = useCommand(client.printRuns.startPrintRun, { invalidates });
  const close = useCommand(client.printRuns.closePrintRun, {
    invalidates,
    onSuccess: () => notifications.show({ message: t`Run ${run.runNumber} is closed.`, color: 'green' }),
  });
  const open = run.sheets.filter((sheet) => sheet.outcome === null).length;
  const toRuns = useLinkProps(paths.printer.printRuns);
  const identity = { id: run.id, version: run.version };
  return (
    <Stack gap="md">
      <PageHeader
        title={t`Print run ${run.runNumber}`}
        description={
          <Trans>
            {run.paper}, {run.colour} · {run.certificateType} · {run.sheetCount} sheets, {run.firstSerial} to{' '}
            {run.lastSerial} · prepared by {run.operator}, <Moment value={run.preparedAt} />
          </Trans>
        }
        actions={<RunBadge state={run.state} />}
      />
      <RunPrinter run={run} />
      <RunProof run={run} />
      <Group gap="sm">
        <PrintFile run={run} />
        <ActionButton
          variant={run.state === 'prepared' ? 'filled' : 'default'}
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          reason={reasonOf(printRunCan.start(run), open)}
          onClick={() => start.run(identity).catch(() => {})}
        >
          {t`Start printing`}
        </ActionButton>
        <ActionButton
          variant={run.state === 'printing' && open === 0 ? 'filled' : 'default'}
          leftSection={<IconSquareCheck size={16} aria-hidden />}
          reason={reasonOf(printRunCan.close({ state: run.state, open }), open)}
          onClick={() => close.run(identity).catch(() => {})}
        >
          {t`Close run`}
        </ActionButton>
        <Text size="sm" role="status">
          {t`${run.goodCount} good, ${run.spoiltCount} spoilt, ${open} open`}
        </Text>
      </Group>
      {start.error != null && <ErrorNotice error={start.error} />}
      {close.error != null && <ErrorNotice error={close.error} />}
      <SheetTable
        run={run}
        onRecorded={() => {
          for (const queryKey of invalidates) void queryClient.invalidateQueries({ queryKey });
        }}
      />
      <Anchor size="sm" {...toRuns}>
        {t`All print runs`}
      </Anchor>
    </Stack>
  );
}

function reasonOf(ruling: true | ErrorCode, open: number): string | null {
  if (ruling === true) return null;
  if (ruling === 'print_runs.open_sheets') return errorSentence(ruling, { open });
  return errorSentence(ruling as 'print_runs.no_document', undefined);
}
