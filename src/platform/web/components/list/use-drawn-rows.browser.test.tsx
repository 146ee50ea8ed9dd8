import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import type { ListLayout } from '#shared/list-layout.ts';
import { listSource } from '../list.tsx';
import { ListScreen } from '../list-screen.tsx';

type Row = { id: string; name: string };

const layout: ListLayout<Row, string, 'name'> = {
  name: 'test-list',
  columns: { name: { header: 'Candidate', width: 180, sortKey: 'name' } },
};

const rows: Row[] = Array.from({ length: 300 }, (_, at) => ({ id: `id-${at}`, name: `Candidate ${at}` }));

const list = listSource<Row, 'name'>({
  layout,
  page: {
    call: async ({ search, offset, limit }: { search: string; offset: number; limit: number }) => {
      const found = rows.filter(({ name }) => name.includes(search));
      const end = offset + limit;
      return { rows: found.slice(offset, end), nextCursor: end < found.length ? String(end) : null };
    },
    key: () => [['tests', 'listRows']],
  },
  count: {
    call: async ({ search }: { search: string }) => ({
      count: rows.filter(({ name }) => name.includes(search)).length,
    }),
    key: () => [['tests', 'countRows']],
  },
});

const grid = page.getByRole('grid', { name: 'Applications' });

function cell(name: string) {
  return grid.getByRole('gridcell', { name, exact: true });
}

/** The positions of the rows that each change of the document added, from now on. */
function watchRows(): string[][] {
  const added: string[][] = [];
  new MutationObserver((changes) => {
    const elements = changes.flatMap(({ addedNodes }) =>
      [...addedNodes].flatMap((node) =>
        node instanceof Element ? [node, ...node.querySelectorAll('*')] : [],
      ),
    );
    const rowsAdded = elements.flatMap((element) => element.getAttribute('data-index') ?? []);
    if (rowsAdded.length > 0) added.push(rowsAdded);
  }).observe(document.body, { childList: true, subtree: true });
  return added;
}

/** Until the heading is the only row without a record. */
async function allDrawn() {
  await expect.poll(() => grid.element().querySelectorAll('[role="row"]:not([data-index])').length).toBe(1);
}

async function showList() {
  await renderScreen(
    <ListScreen
      title="Applications"
      searchPlaceholder="Search applications..."
      emptyMessage="No applications found"
      emptyHelp="What this list is for."
      list={list}
      rowLabel={(row) => row.name}
    />,
  );
  await expect.element(page.getByText('300 entries').first()).toBeVisible();
}

test('rows that scrolling brings are drawn a few at a time, and all of them in the end', async () => {
  await showList();
  await allDrawn();
  const added = watchRows();
  const inView = Math.floor(grid.element().clientHeight / 36) - 1;
  expect(inView).toBeGreaterThan(8);
  grid.element().scrollTop = 3_000;
  const last = cell(`Candidate ${83 + inView}`);
  await expect.element(last).toBeVisible();
  expect(Math.max(...added.map(({ length }) => length))).toBeLessThanOrEqual(5);
});

test('End draws the last row first, and Home the first', async () => {
  await showList();
  const added = watchRows();
  grid.element().focus();
  for (const [key, index] of [
    ['End', '299'],
    ['Home', '0'],
  ] as const) {
    await allDrawn();
    added.length = 0;
    await userEvent.keyboard(`{${key}}`);
    await expect.element(cell(`Candidate ${index}`)).toBeVisible();
    expect(grid.element().getAttribute('aria-activedescendant')).toBe(
      cell(`Candidate ${index}`).element().closest('[role="row"]')?.id,
    );
    expect(added[0]).toContain(index);
  }
});

test('of a list that opens, and of a search, the first rows are there first', async () => {
  const added = watchRows();
  await showList();
  await expect.element(cell('Candidate 8')).toBeVisible();
  expect(added.flat().slice(0, 9)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
  added.length = 0;
  await page.getByLabelText('Search applications').fill('9');
  await expect.element(cell('Candidate 69')).toBeVisible();
  expect(Math.max(...added.map(({ length }) => length))).toBeLessThanOrEqual(5);
});
