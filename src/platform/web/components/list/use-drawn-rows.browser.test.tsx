import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cell, grid, listOf, manyRows, showList } from './list-screen.testing.tsx';

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

async function showLongList() {
  await showList(listOf(manyRows(300)));
  await expect.element(page.getByText('300 entries').first()).toBeVisible();
}

test('rows that scrolling brings are drawn a few at a time, and all of them in the end', async () => {
  await showLongList();
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
  await showLongList();
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
  await showLongList();
  await expect.element(cell('Candidate 8')).toBeVisible();
  expect(added.flat().slice(0, 9)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8']);
  added.length = 0;
  await page.getByLabelText('Search applications').fill('9');
  await expect.element(cell('Candidate 69')).toBeVisible();
  expect(Math.max(...added.map(({ length }) => length))).toBeLessThanOrEqual(5);
});
