import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef } from 'react';
import { api, client } from '#features/client.ts';
import { failureSentence } from '#platform/web/api/error-messages.ts';
import { refreshAfterCommand } from '#platform/web/api/reads.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { Notice } from '#platform/web/components/page.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { Moment, StatusBadge } from '#platform/web/components/values.tsx';
import { formatCount } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import type { ImportDetail, ImportKind, Progress as ImportProgressState, ImportState } from '../contract.ts';
import { isRunning } from '../rules.ts';
import { ColumnChoice } from './column-choice.tsx';
import { Counts, ImportReport } from './import-report.tsx';
import { badgeOf, kindWords, stateWords, uploadPath } from './import-words.ts';

const pollMilliseconds = 1_000;

export function OpenImport({ id, kind }: { id: string; kind: ImportKind }) {
  const upload = useQuery({
    ...api.imports.getImport.queryOptions({ input: { id } }),
    refetchInterval: (query) =>
      query.state.data && isRunning(query.state.data.state) ? pollMilliseconds : false,
  });
  const toNew = useLinkProps(uploadPath(kind));
  useRefreshedLists(upload.data);
  return (
    <Stack gap="sm">
      {upload.error && <ErrorNotice error={upload.error} onRetry={() => void upload.refetch()} />}
      {!upload.data && !upload.error && <Loading />}
      {upload.data && <Step upload={upload.data} />}
      <Anchor size="sm" {...toNew}>
        {t`Upload another file`}
      </Anchor>
    </Stack>
  );
}

function Step({ upload }: { upload: ImportDetail }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(upload.state);
  const Content = contents[upload.state];
  // The focused element was removed with its step.
  useEffect(() => {
    if (shown.current !== upload.state) heading.current?.focus();
    shown.current = upload.state;
  }, [upload.state]);
  return (
    <Stack component="section" className="panel" gap="sm" p="md" aria-labelledby="step">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="step" size="h3" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
          {stateWords[upload.state].heading}
        </Title>
        <StatusBadge {...badgeOf(upload)} />
      </Group>
      <Text size="sm" c="dimmed">
        <Trans>
          {upload.fileName}, uploaded by {upload.uploadedBy}, <Moment value={upload.uploadedAt} />
        </Trans>{' '}
        {upload.files.length > 1 && <> · {t`corrected: ${upload.files.length - 1}`}</>}
      </Text>
      {upload.sheetName && (
        <Text size="sm">
          {upload.ignoredSheets > 0
            ? t`The workbook has ${upload.ignoredSheets + 1} sheets; only the first, “${upload.sheetName}”, is read.`
            : t`The sheet “${upload.sheetName}” is read.`}
          {upload.hiddenSheets > 0 && (
            <> {t`Hidden sheets, not read: ${formatCount(upload.hiddenSheets)}.`}</>
          )}
        </Text>
      )}
      <Content upload={upload} />
    </Stack>
  );
}

const contents: Record<ImportState, ComponentType<{ upload: ImportDetail }>> = {
  mapping: ColumnChoice,
  checking: ImportProgress,
  checked: ImportReport,
  committing: ImportProgress,
  committed: Result,
  proposed: Proposed,
  cancelled: () => <Text size="sm">{t`Nothing was saved.`}</Text>,
  refused: ({ upload }) => (
    <Notice color="red" role="alert">
      {upload.failure && failureSentence(upload.failure)}
    </Notice>
  ),
};

function Result({ upload }: { upload: ImportDetail }) {
  const toList = useLinkProps(kindWords[upload.kind].list);
  return (
    <Stack gap="sm">
      <Counts upload={upload} />
      <Text size="sm" role="status">
        <Trans>
          Written by {upload.committedBy}, <Moment value={upload.committedAt} />.
        </Trans>
      </Text>
      <Anchor size="sm" {...toList}>
        {t`Open the ${kindWords[upload.kind].master}`}
      </Anchor>
    </Stack>
  );
}

function Proposed({ upload }: { upload: ImportDetail }) {
  const toProposals = useLinkProps(paths.admin.proposals);
  return (
    <Stack gap="sm">
      <Counts upload={upload} />
      <Text size="sm" role="status">
        <Trans>
          Proposed by {upload.committedBy}, <Moment value={upload.committedAt} />. The entries are written
          once a second person confirms them.
        </Trans>
      </Text>
      <Anchor size="sm" {...toProposals}>
        {t`Open the proposals`}
      </Anchor>
    </Stack>
  );
}

/** Refetches the lists that the upload changed, and those that show the state of uploads. */
function useRefreshedLists(upload: ImportDetail | undefined): void {
  const queryClient = useQueryClient();
  const { state, kind } = upload ?? {};
  useEffect(() => {
    if (!state || !kind) return;
    if (state === 'committed') refreshAfterCommand(queryClient, new Set(['imports', kindWords[kind].tag]));
    else if (state === 'proposed') refreshAfterCommand(queryClient, new Set(['imports', 'proposals']));
    else void queryClient.invalidateQueries({ queryKey: api.imports.listImports.key() });
  }, [queryClient, state, kind]);
}

const stepWords: Record<ImportProgressState['step'], string> = {
  waiting: t`Waiting for its turn`,
  reading: t`Reading the rows`,
  comparing: t`Comparing the rows with one another and with what is there`,
  writing: t`Writing the rows`,
};

/** Progress of the running step, and a button to cancel it. */
function ImportProgress({ upload }: { upload: ImportDetail }) {
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
          {t`Cancel this upload`}
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
  // The row count is known once the file is read; until then it is estimated from the size.
  return progress.step === 'reading' ? t`${done} of about ${total} rows` : t`${done} of ${total} rows`;
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return t`about ${seconds} s left`;
  return t`about ${Math.ceil(seconds / 60)} minutes left`;
}
