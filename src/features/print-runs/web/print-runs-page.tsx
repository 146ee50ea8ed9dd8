import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { client } from '#web/api/client.ts';
import type { Column, ListSource, RowAction } from '#web/components/list/list-declaration.ts';
import { ListScreen } from '#web/components/list-screen.tsx';
import { Moment } from '#web/components/moment.tsx';
import { paths } from '#web/paths.ts';
import type { PrintRun, PrintRunState } from '../contract.ts';
import { RunBadge } from './run-badge.tsx';

type Filters = { state: 'all' | PrintRunState };

export const printRunsKey = ['print-runs'];

const filters = {
  state: {
    label: 'State',
    options: [
      { value: 'all', label: 'All' },
      { value: 'prepared', label: 'Prepared' },
      { value: 'printing', label: 'Printing' },
      { value: 'closed', label: 'Closed' },
    ],
  },
} as const;

const list: ListSource<PrintRun, never, Filters> = {
  queryKey: [...printRunsKey, 'list'],
  fetchPage: ({ search, filters: chosen, offset, limit, cursor }, options) =>
    client.printRuns.listPrintRuns({ search, ...chosen, offset, limit, cursor }, options),
  fetchCount: ({ search, filters: chosen }, options) =>
    client.printRuns.countPrintRuns({ search, ...chosen }, options),
};

const columns: Column<PrintRun, never>[] = [
  { key: 'runNumber', header: 'Run', width: 110, card: 'title' },
  {
    key: 'state',
    header: 'State',
    width: 130,
    card: 'badge',
    render: (row) => <RunBadge state={row.state} />,
  },
  { key: 'paper', header: 'Paper', width: 200, card: 'line', render: (row) => `${row.paper}, ${row.colour}` },
  { key: 'certificateType', header: 'Certificate type', width: 130, card: 'hidden' },
  { key: 'sheetCount', header: 'Sheets', width: 80, align: 'right', card: 'hidden' },
  { key: 'goodCount', header: 'Good', width: 80, align: 'right', card: 'hidden' },
  { key: 'spoiltCount', header: 'Spoilt', width: 80, align: 'right', card: 'hidden' },
  {
    key: 'serials',
    header: 'Serials',
    width: 180,
    card: 'line',
    render: (row) => (row.firstSerial ? `${row.firstSerial} – ${row.lastSerial}` : '-'),
  },
  { key: 'operator', header: 'Operator', width: 150, card: 'hidden' },
  {
    key: 'preparedAt',
    header: 'Prepared at',
    width: 150,
    card: 'line',
    render: (row) => <Moment value={row.preparedAt} />,
  },
  {
    key: 'closedAt',
    header: 'Closed at',
    width: 150,
    card: 'hidden',
    render: (row) => <Moment value={row.closedAt} />,
  },
];

/** /printer/print-runs: every run, with what became of its sheets. */
export function PrintRunsPage() {
  const navigate = useNavigate();
  const rowActions = useMemo<RowAction<PrintRun>[]>(
    () => [
      {
        label: 'Open run',
        icon: 'view',
        onClick: (row) => void navigate({ href: paths.printer.printRun(row.id) }),
      },
    ],
    [navigate],
  );
  return (
    <ListScreen
      title="Print runs"
      searchPlaceholder="Search by run, operator or paper..."
      emptyMessage="No print runs found"
      columns={columns}
      filters={filters}
      list={list}
      rowId={(row) => row.id}
      rowLabel={(row) => row.runNumber}
      rowActions={rowActions}
    />
  );
}
