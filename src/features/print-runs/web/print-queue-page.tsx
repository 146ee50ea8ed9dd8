import { Anchor, List, Paper, SimpleGrid, Text } from '@mantine/core';
import { IconFileCheck, IconPrinter, IconRuler2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Certificate } from '#features/certificates/contract.ts';
import { SetUpNotice, useMissing } from '#features/checklist/web/set-up-notice.tsx';
import { api } from '#features/client.ts';
import { LowStockNotice } from '#features/stock/web/low-stock-notice.tsx';
import { usePapers } from '#features/stock/web/stock-lists.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { useLinkProps } from '#platform/web/components/links.tsx';
import { listSource, type ToolbarAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { Notice } from '#platform/web/components/page.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { formatAge } from '#shared/age.ts';
import { errorSentence } from '#shared/errors.ts';
import { formatCount } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { printQueueLayout } from '../columns.ts';
import type { PrintBatch, PrintRun } from '../contract.ts';
import { PrepareRunDialog } from './prepare-run-dialog.tsx';
import { queueEvents } from './queue-events.ts';

type Sort = 'waitingSince' | 'convocationNumber';

const filters = {
  stage: { label: t`Show`, options: optionsOf({ waiting: t`All`, waits_for_roll: t`Waits for the roll` }) },
};

const list = listSource<Certificate, Sort, { stage: 'waiting' | 'waits_for_roll' }>({
  layout: printQueueLayout,
  page: api.certificates.listCertificates,
  count: api.certificates.countCertificates,
  sort: 'waitingSince',
  addedBy: queueEvents,
});

const toolbarActions: ToolbarAction[] = [
  { label: t`Proof sheets`, icon: IconFileCheck, to: paths.printer.proofs },
  { label: t`Printers`, icon: IconRuler2, to: paths.printer.printers },
];

/** /printer/print-queue: what waits, oldest first, the possible runs, and the open ones. */
export function PrintQueuePage({ head }: { head: ReactNode }) {
  const [preparing, setPreparing] = useState<PrintBatch | null>(null);
  const papers = usePapers();
  const batches = useQuery(api.printRuns.listPrintBatches.queryOptions());
  const { missing = [], administrators } = useMissing('printing');
  const blocked = missing.length > 0 ? errorSentence('checklist.printing_blocked', { missing }) : null;
  return (
    <>
      <ListScreen
        title={t`Print queue`}
        description={t`Certificates of one paper and one type are printed together.`}
        searchPlaceholder={t`Search by name, roll no, college...`}
        emptyMessage={t`No certificates are waiting to be printed`}
        emptyHelp={t`A certificate joins the queue when its application is verified, and leaves it with a print run.`}
        emptyNext={{ label: t`Print runs`, to: paths.printer.printRuns }}
        filters={filters}
        list={list}
        rowLabel={(row) => row.studentName}
        toolbarActions={toolbarActions}
      >
        {head}
        <SetUpNotice work="printing" missing={missing} administrators={administrators} />
        <OpenRunsNotice />
        {batches.error && <ErrorNotice error={batches.error} />}
        <LowStockNotice kinds={papers.data} />
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
          {batches.data?.batches.map((batch) => (
            <BatchCard
              key={`${batch.paperId} ${batch.certificateType}`}
              batch={batch}
              blocked={blocked}
              onPrepare={() => setPreparing(batch)}
            />
          ))}
        </SimpleGrid>
      </ListScreen>
      {preparing && batches.data && (
        <PrepareRunDialog
          batches={batches.data.batches}
          initial={preparing}
          onClose={() => setPreparing(null)}
        />
      )}
    </>
  );
}

function BatchCard(props: {
  batch: PrintBatch;
  /** Why no run can be prepared at all. */
  blocked: string | null;
  onPrepare: () => void;
}) {
  const { batch, blocked, onPrepare } = props;
  const paper = useKindName()(batch.paper, batch.colour);
  const hasBlanks = batch.inStore + batch.issuedToYou > 0;
  return (
    <Paper withBorder component="section" aria-label={`${paper}, ${batch.certificateType}`} p="sm">
      <Text fw={600}>
        {paper} · {batch.certificateType}
      </Text>
      <Text size="sm">
        {t`${formatCount(batch.waiting)} waiting, ${formatCount(batch.inStore)} blanks in store`}
        {batch.oldest && t`, oldest ${formatAge(batch.oldest)}`}
        {batch.issuedToYou > 0 && t`, ${formatCount(batch.issuedToYou)} issued to you`}
        {batch.nextSerial && t`; the next one is ${batch.nextSerial}`}
      </Text>
      {batch.waitingForRoll > 0 && (
        <Text size="sm" c="dimmed">
          {t`${formatCount(batch.waitingForRoll)} more wait for the roll`}
        </Text>
      )}
      <ActionButton
        mt="xs"
        size="xs"
        leftSection={<IconPrinter size={14} aria-hidden />}
        reason={
          blocked ??
          (batch.waiting === 0
            ? t`These certificates are printed once a resolved roll of their convocation has them.`
            : hasBlanks
              ? null
              : t`No blank of ${paper} is in store. Ask the store for a delivery.`)
        }
        onClick={onPrepare}
      >
        {t`Prepare run`}
      </ActionButton>
    </Paper>
  );
}

/** As many as fit above the queue; the list of print runs shows all of them. */
const shown = 4;

/** Runs left open after a crash or at the end of a day, each with a link to continue. */
function OpenRunsNotice() {
  const runs = useQuery(api.printRuns.listPrintRuns.queryOptions({ input: { state: 'open', limit: shown } }));
  const toAll = useLinkProps(`${paths.printer.printRuns}?state=open`);
  if (runs.error) return <ErrorNotice error={runs.error} />;
  if (!runs.data || runs.data.rows.length === 0) return null;
  return (
    <Notice color="blue" flex="none" role="status" icon={<IconPrinter aria-hidden />} title={t`Open runs`}>
      <List size="sm">
        {runs.data.rows.map((run) => (
          <OpenRun key={run.id} run={run} />
        ))}
      </List>
      {runs.data.nextCursor && (
        <Anchor size="sm" underline="always" {...toAll}>
          {t`All open runs`}
        </Anchor>
      )}
    </Notice>
  );
}

function OpenRun({ run }: { run: PrintRun }) {
  const link = useLinkProps(paths.printer.printRun(run.id));
  return (
    <List.Item>
      <Anchor size="sm" underline="always" c="inherit" {...link}>
        {describeOpenRun(run)}
      </Anchor>{' '}
      <Text span size="sm" c="dimmed">
        {run.operator}
      </Text>
    </List.Item>
  );
}

function describeOpenRun({ runNumber, state, openAt, sheetCount }: PrintRun): string {
  if (state === 'prepared') return t`Run ${runNumber}, sheets 1 to ${sheetCount}, is prepared: start`;
  if (openAt === null) return t`Run ${runNumber} has an outcome for every sheet: close`;
  return t`Run ${runNumber} is open at sheet ${openAt} of ${sheetCount}: resume`;
}
