import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { useMay } from '#platform/web/api/session.ts';
import { PdfLink, useLinkProps } from '#platform/web/components/links.tsx';
import { Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { Moment } from '#platform/web/components/values.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { shippedInWords } from '#shared/choice-lists.ts';
import { t } from '#shared/words.ts';
import type { PrintRunDetail } from '../contract.ts';
import { printRunDocuments } from '../document-contract.ts';
import { openIn } from '../rules.ts';
import { PrintFileState, RunPrinter } from './print-file-state.tsx';
import { RunActions } from './run-actions.tsx';
import { RunBadge } from './run-badge.tsx';
import { runPaths } from './run-paths.ts';
import { RunProof } from './run-proof.tsx';
import { SheetTable } from './sheet-table.tsx';

const pollMilliseconds = 500;

/** A run: print file, outcomes, closing, report. */
export function PrintRun({ id }: { id: string }) {
  const run = useQuery(
    api.printRuns.getPrintRun.queryOptions({
      input: { id },
      refetchInterval: ({ state }) => (state.data && isAwaited(state.data) ? pollMilliseconds : false),
    }),
  );
  return <Loaded query={run}>{(loaded) => <Run run={loaded} />}</Loaded>;
}

/** Whether the server or another tab is about to change the run: its print file is being composed or not yet opened. */
function isAwaited({ state, document, file }: PrintRunDetail): boolean {
  return (
    (state === 'prepared' && document === 'composing') || (state === 'printing' && file?.openedAt === null)
  );
}

function Run({ run }: { run: PrintRunDetail }) {
  const mayRecord = useMay('print_runs:record');
  const toRuns = useLinkProps(runPaths().printRuns);
  return (
    <Stack gap="md">
      <PageHeader
        title={t`Print run ${run.runNumber}`}
        number={run.runNumber}
        description={<RunFacts run={run} />}
        actions={<RunBadge state={run.state} />}
      />
      {run.state !== 'withdrawn' && (
        <>
          <RunPrinter run={run} />
          <RunProof run={run} />
        </>
      )}
      <Group gap="sm">
        {run.state === 'prepared' && <PrintFileState run={run} />}
        {run.state === 'closed' && (
          <PdfLink href={addressOf(printRunDocuments.report, { id: run.id })}>{t`Run report (PDF)`}</PdfLink>
        )}
        {mayRecord && <RunActions run={run} />}
        <RunTally run={run} />
      </Group>
      {run.state !== 'withdrawn' && <SheetTable run={run} mayRecord={mayRecord} />}
      <Anchor size="sm" {...toRuns}>
        {t`All print runs`}
      </Anchor>
    </Stack>
  );
}

function RunFacts({ run }: { run: PrintRunDetail }) {
  const paper = useKindName()(run.paper, run.colour);
  const type = shippedInWords(run.certificateType);
  if (run.state === 'withdrawn') {
    return (
      <Trans>
        {paper} · {type} · prepared by {run.operator}, <Moment value={run.preparedAt} /> · withdrawn by{' '}
        {run.withdrawnBy}, <Moment value={run.withdrawnAt!} />: nothing of it was printed, and its sheets and
        certificates went back to where they came from.
      </Trans>
    );
  }
  return (
    <Trans>
      {paper} · {type} · {run.sheetCount} sheets, {run.firstSerial} to {run.lastSerial} · prepared by{' '}
      {run.operator}, <Moment value={run.preparedAt} />
    </Trans>
  );
}

/** How many sheets are done, and which one is next. */
function RunTally({ run }: { run: PrintRunDetail }) {
  if (run.state === 'withdrawn') return null;
  const open = openIn(run);
  const next = run.sheets.find((sheet) => sheet.outcome === null);
  return (
    <Text size="sm" role="status">
      {run.missingCount === 0
        ? t`${run.goodCount} good, ${run.spoiltCount} spoilt, ${open} open`
        : t`${run.goodCount} good, ${run.spoiltCount} spoilt, ${run.missingCount} missing, ${open} open`}
      {run.state === 'printing' && next && t`; next is sheet ${next.position}, ${next.blankSerial}`}
    </Text>
  );
}
