import { useMemo } from 'react';
import { api } from '#features/client.ts';
import { type Cells, listSource, type RowAction } from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { usePersonFilter } from '#platform/web/components/person-filter.ts';
import { optionsOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { printRunsLayout } from '../columns.ts';
import type { PrintRun, RunFilters } from '../contract.ts';
import { printRunStateLabels } from '../states.ts';
import { RunBadge } from './run-badge.tsx';
import { runPaths } from './run-paths.ts';

type Filters = Pick<RunFilters, 'state' | 'operatorId'>;

const stateFilter = {
  state: {
    label: t`State`,
    options: optionsOf({ all: t`All`, open: t`Open`, ...printRunStateLabels }),
  },
} as const;
const operatorWords = { label: t`Operator`, own: t`Me`, colleague: t`A colleague` };

const list = listSource<PrintRun, never, Filters>({
  layout: printRunsLayout,
  page: api.printRuns.listPrintRuns,
  count: api.printRuns.countPrintRuns,
  addedBy: ['print_runs.prepared'],
});

const cells: Cells<PrintRun> = {
  state: (row) => <RunBadge state={row.state} />,
};

const rowActions: RowAction<PrintRun>[] = [
  { label: t`Open run`, icon: 'view', to: (row) => runPaths().printRun(row.id) },
];

/** /printer/print-runs, /auditor/print-runs: every run with the counts of its outcomes. */
export function PrintRunsPage() {
  const operatorId = usePersonFilter('operatorId', operatorWords);
  const filters = useMemo(() => ({ ...stateFilter, operatorId }), [operatorId]);
  return (
    <ListScreen
      title={t`Print runs`}
      searchPlaceholder={t`Search by run, operator or paper...`}
      emptyMessage={t`No print runs found`}
      emptyHelp={t`A print run puts waiting certificates on numbered sheets. Prepare one in the print queue.`}
      emptyNext={{ label: t`Print queue`, to: paths.printer.printQueue }}
      cells={cells}
      filters={filters}
      list={list}
      rowLabel={(row) => row.runNumber}
      rowActions={rowActions}
    />
  );
}
