import { type Mock, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import type { ListLayout } from '#shared/list-layout.ts';
import { DeleteDialog } from '../command-dialog.tsx';
import { type Cells, listSource, type RowAction, viewAction } from '../list.tsx';
import { ListScreen } from '../list-screen.tsx';
import { StatusBadge } from '../values.tsx';

export type Row = {
  id: string;
  version: number;
  number: string;
  name: string;
  amount: number;
  isPaid: boolean;
};

const places = ['roll', 'course', 'college', 'year', 'guide', 'bank', 'branch', 'drawn', 'desk', 'hall'];

/** Twice as wide as there is room for. */
export const layout: ListLayout<Row, string, 'name'> = {
  name: 'test-list',
  columns: {
    number: { header: 'Number' },
    name: { header: 'Candidate', sortKey: 'name', card: 'title' },
    ...Object.fromEntries(places.map((place) => [place, { header: `The ${place}`, value: () => place }])),
    status: { header: 'Status', value: statusOf, card: 'badge' },
    amount: { header: 'Amount', kind: 'rupees' },
    remark: { header: 'Remark', value: () => 'none' },
  },
};

const cells: Cells<Row> = {
  status: (row) => <StatusBadge tone={row.isPaid ? 'good' : 'waiting'} label={statusOf(row)} />,
};

/** What 'Delete' sends. */
export const remove: Mock<(input: unknown) => Promise<unknown>> = vi.fn();
export const rowActions: RowAction<Row>[] = [
  viewAction,
  {
    label: 'Delete',
    icon: 'delete',
    disabledReason: (row) => (row.isPaid ? 'A paid application stays.' : null),
    dialog: (row, onClose) => (
      <DeleteDialog record={row} call={remove} confirmLabel="Delete application" onClose={onClose}>
        It will be removed.
      </DeleteDialog>
    ),
  },
];

export const grid = page.getByRole('grid', { name: 'Applications' });

function statusOf(row: Row): string {
  return row.isPaid ? 'Paid' : 'Open';
}

export function rowsNamed(...names: string[]): Row[] {
  return names.map((name, at) => ({
    id: `id-${at}`,
    version: 1,
    number: `2026/${at}`,
    name,
    amount: 1_500 + at,
    isPaid: at % 2 === 1,
  }));
}

export function manyRows(count: number): Row[] {
  return rowsNamed(...Array.from({ length: count }, (_, at) => `Candidate ${at}`));
}

/** A list over these rows, as the portal would page, sort and count them. */
export function listOf(rows: Row[], columns = layout) {
  const found = (search: string) =>
    rows.filter((row) => row.name.toLowerCase().includes(search.toLowerCase()));
  /** When pages and counts were asked for. */
  const askedAt = { pages: [] as number[], counts: [] as number[] };
  const fetchPage = vi.fn(async (input: { search: string; sort?: string; offset: number; limit: number }) => {
    askedAt.pages.push(performance.now());
    const { search, sort, offset, limit } = input;
    const by = { name: 1, '-name': -1 }[sort ?? ''] ?? 0;
    const sorted = found(search).toSorted((a, b) => by * a.name.localeCompare(b.name));
    const end = offset + limit;
    return { rows: sorted.slice(offset, end), nextCursor: end < sorted.length ? String(end) : null };
  });
  const fetchCount = async ({ search }: { search: string }) => {
    askedAt.counts.push(performance.now());
    return { count: found(search).length };
  };
  const list = listSource<Row, 'name'>({
    layout: columns,
    page: { call: fetchPage, key: () => [['tests', 'listRows']] },
    count: { call: fetchCount, key: () => [['tests', 'countRows']] },
  });
  return { list, fetchPage, askedAt };
}

/** The screen of this list, called Applications. */
export async function showList(
  { list }: ReturnType<typeof listOf>,
  options?: Parameters<typeof renderScreen>[1],
) {
  return renderScreen(
    <ListScreen
      title="Applications"
      searchPlaceholder="Search applications..."
      emptyMessage="No applications found"
      emptyHelp="Applications come from the counter."
      cells={cells}
      list={list}
      rowLabel={(row) => row.name}
      rowActions={rowActions}
    />,
    options,
  );
}

export function cell(name: string | RegExp) {
  return grid.getByRole('gridcell', { name, exact: true });
}

export const listOptions = page.getByRole('button', { name: 'List options' });

/** Chooses an entry of the list's menu: Views, Columns, Print, a file to export. */
export async function chooseOption(name: string) {
  await listOptions.click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
