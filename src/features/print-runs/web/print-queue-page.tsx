import { Stack } from '@mantine/core';
import { IconFileCheck, IconRuler2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Certificate } from '#features/certificates/contract.ts';
import { SetUpNotice, useMissing } from '#features/checklist/web/set-up-notice.tsx';
import { api } from '#features/client.ts';
import { listSource, type SelectFilters } from '#platform/web/components/list.tsx';
import { ListSection } from '#platform/web/components/list-screen.tsx';
import { PageHeader } from '#platform/web/components/page.tsx';
import { useChangeAddress } from '#platform/web/components/page-address.ts';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { useLanguage } from '#platform/web/languages/language.ts';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { errorSentence } from '#shared/errors.ts';
import { optionsOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { printQueueLayout } from '../columns.ts';
import type { PrintBatch } from '../contract.ts';
import { BatchTable } from './batch-table.tsx';
import { OpenRuns, shownRuns } from './open-runs.tsx';
import { PrepareRunDialog } from './prepare-run-dialog.tsx';
import { queueEvents } from './queue-events.ts';

type Filters = { stage: 'waiting' | 'waits_for_roll'; paperId: string; certificateType: string };

const stage: SelectFilters<Filters>['stage'] = {
  label: t`Show`,
  options: optionsOf({ waiting: t`All`, waits_for_roll: t`Waits for the roll` }),
};

const list = listSource<Certificate, 'waitingSince' | 'convocationNumber', Filters>({
  layout: printQueueLayout,
  page: api.certificates.listCertificates,
  count: api.certificates.countCertificates,
  sort: 'waitingSince',
  addedBy: queueEvents,
});

/** /printer/print-queue: the open runs, the possible ones with their paper, and what waits, oldest first. */
export function PrintQueuePage({ head }: { head: ReactNode }) {
  const [preparing, setPreparing] = useState<PrintBatch | null>(null);
  const certificates = useRef<HTMLDivElement>(null);
  const changeAddress = useChangeAddress();
  const { paperId, certificateType } = useSearch({ strict: false }) as Partial<Filters>;
  const { data, error } = useQuery(api.printRuns.listPrintBatches.queryOptions());
  const runs = useQuery(
    api.printRuns.listPrintRuns.queryOptions({ input: { state: 'open', limit: shownRuns } }),
  );
  const { missing = [], administrators } = useMissing('printing');
  return (
    <Stack gap="sm">
      <PageHeader
        title={t`Print queue`}
        actions={
          <>
            <ToolbarButton label={t`Proof sheets`} icon={IconFileCheck} to={paths.printer.proofs} />
            <ToolbarButton label={t`Printers`} icon={IconRuler2} to={paths.printer.printers} />
          </>
        }
      />
      {head}
      <SetUpNotice work="printing" missing={missing} administrators={administrators} />
      {runs.error ? <ErrorNotice error={runs.error} /> : <OpenRuns page={runs.data} />}
      {error && <ErrorNotice error={error} />}
      {data && data.batches.length > 0 && (
        <BatchTable
          batches={data.batches}
          blocked={missing.length > 0 ? errorSentence('checklist.printing_blocked', { missing }) : null}
          hasPrimary={runs.data?.rows.length === 0}
          isShown={(batch) => isSame(batch, { paperId, certificateType })}
          onPrepare={setPreparing}
          onShow={(batch) => {
            const of = { paperId: batch.paperId, certificateType: batch.certificateType };
            changeAddress((current) => ({ ...current, stage: undefined, ...of }), { step: 'push' });
            certificates.current?.scrollIntoView({ block: 'nearest' });
          }}
        />
      )}
      <div ref={certificates}>
        <ListSection
          title={t`Waiting certificates`}
          searchPlaceholder={t`Search by name, roll no, college...`}
          emptyMessage={t`No certificates are waiting to be printed`}
          emptyHelp={t`A certificate joins the queue when its application is verified, and leaves it with a print run.`}
          emptyNext={{ label: t`Print runs`, to: paths.printer.printRuns }}
          filters={useFilters(data?.batches)}
          list={list}
          rowLabel={(row) => row.studentName}
        />
      </div>
      {preparing && (
        <PrepareRunDialog
          batch={data?.batches.find((batch) => isSame(batch, preparing)) ?? preparing}
          onClose={() => setPreparing(null)}
        />
      )}
    </Stack>
  );
}

function isSame(batch: PrintBatch, other: { paperId?: string; certificateType?: string }): boolean {
  return batch.paperId === other.paperId && batch.certificateType === other.certificateType;
}

/** Paper and type are chosen in the table: the list names what is chosen, and takes it off. */
function useFilters(batches: readonly PrintBatch[] = []): SelectFilters<Filters> {
  const { paperId, certificateType } = useSearch({ strict: false }) as Partial<Filters>;
  const kindName = useKindName();
  const batch = batches.find((one) => one.paperId === paperId);
  const paper = batch ? kindName(batch.paper, batch.colour) : t`Chosen paper`;
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels are in its language
  return useMemo(() => {
    const all = { value: '', label: t`All` };
    const one = (label: string, value: string | undefined, name = value) =>
      value && { label, options: [all, { value, label: name! }] };
    const ofPaper = one(t`Paper`, paperId, paper);
    const ofType = one(t`Certificate type`, certificateType);
    const filters = {
      stage,
      ...(ofPaper && { paperId: ofPaper }),
      ...(ofType && { certificateType: ofType }),
    };
    return filters as SelectFilters<Filters>;
  }, [paperId, certificateType, paper, language]);
}
