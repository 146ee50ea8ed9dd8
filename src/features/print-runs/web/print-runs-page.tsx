import { api } from '#features/client.ts';
import { type Column, columnsOf, listSource, type RowAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { printRunsLayout } from '../columns.ts';
import { type PrintRun, printRunStateLabels, type RunFilters } from '../contract.ts';
import { RunBadge } from './run-badge.tsx';
import { runPaths } from './run-paths.ts';

type Filters = Pick<RunFilters, 'state'>;

const filters = {
  state: {
    label: t`State`,
    options: optionsOf({ all: t`All`, open: t`Open`, ...printRunStateLabels }),
  },
} as const;

const list = listSource<PrintRun, never, Filters>({
  layout: printRunsLayout,
  page: api.printRuns.listPrintRuns,
  count: api.printRuns.countPrintRuns,
  addedBy: ['print_runs.prepared'],
});

const columns: Column<PrintRun, never>[] = columnsOf(printRunsLayout, {
  runNumber: { width: 110, card: 'title' },
  state: { width: 130, card: 'badge', render: (row) => <RunBadge state={row.state} /> },
  paper: { width: 200, card: 'line' },
  certificateType: { width: 130, card: 'hidden' },
  sheetCount: { width: 80, card: 'hidden' },
  goodCount: { width: 80, card: 'hidden' },
  spoiltCount: { width: 80, card: 'hidden' },
  missingCount: { width: 80, card: 'hidden' },
  serials: { width: 180, card: 'line' },
  operator: { width: 150, card: 'hidden' },
  preparedAt: { width: 150, card: 'line' },
  closedAt: { width: 150, card: 'hidden' },
});

const rowActions: RowAction<PrintRun>[] = [
  { label: t`Open run`, icon: 'view', to: (row) => runPaths().printRun(row.id) },
];

/** /printer/print-runs, /auditor/print-runs: every run, with what became of its sheets. */
export function PrintRunsPage() {
  return (
    <ListScreen
      title={t`Print runs`}
      searchPlaceholder={t`Search by run, operator or paper...`}
      emptyMessage={t`No print runs found`}
      columns={columns}
      filters={filters}
      list={list}
      rowLabel={(row) => row.runNumber}
      rowActions={rowActions}
    />
  );
}
