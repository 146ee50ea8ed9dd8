import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '#platform/web/api/query-client.ts';
import { cell, grid, layout, listOf, manyRows, rowsNamed, showList } from './list-screen.testing.tsx';

/** The list whose row at this place has a long remark. */
function listWithLong(place: number) {
  const rows = manyRows(60);
  const value = ({ number }: { number: string }) =>
    number === `2026/${place}` ? 'Received without its receipt' : 'none';
  const remark = { header: 'Remark', value };
  return { rows, list: listOf(rows, { ...layout, columns: { ...layout.columns, remark } }) };
}

const widthOf = (header: string) =>
  grid.getByRole('columnheader', { name: header }).element().getBoundingClientRect().width;

test('a column gives back what a row needed that is gone', async () => {
  const { rows, list } = listWithLong(0);
  await showList(list);
  await expect.element(cell('Candidate 0')).toBeVisible();
  const wide = widthOf('Remark');
  // As after a command of one's own.
  rows.splice(0, 1);
  await queryClient.invalidateQueries();
  await expect.poll(() => widthOf('Remark')).toBeLessThan(wide - 50);
});

test('a column grows for a row that is scrolled in, and stays so until other rows are searched for', async () => {
  await showList(listWithLong(59).list);
  await expect.element(cell('Candidate 0')).toBeVisible();
  const narrow = widthOf('Remark');
  grid.element().scrollTop = 10_000;
  await expect.poll(() => widthOf('Remark')).toBeGreaterThan(narrow + 50);
  const wide = widthOf('Remark');
  grid.element().scrollTop = 0;
  await expect.element(cell('Candidate 0')).toBeVisible();
  // Longer than the rest after which other rows are measured.
  const restedAt = performance.now() + 400;
  await expect.poll(() => performance.now()).toBeGreaterThan(restedAt);
  expect(widthOf('Remark')).toBe(wide);
  await page.getByLabelText('Search applications').fill('Candidate');
  await expect.poll(() => widthOf('Remark')).toBe(narrow);
});

test('the actions are as wide as their icons and heading', async () => {
  await showList(listWithLong(0).list);
  await expect.element(cell('Candidate 0')).toBeVisible();
  // Two icons of 28 px, a gap of 2 px, a padding of 12 px on both sides and a border.
  await expect.poll(() => widthOf('Actions')).toBe(2 * 28 + 2 + 2 * 12 + 1);
});

test.each(['a row', 'a card'])('a sentence takes two lines of %s, and is not cut below', async (place) => {
  onTestFinished(() => page.viewport(1366, 768));
  if (place === 'a card') await page.viewport(700, 844);
  const said = 'The draft 611214 of State Bank of India was deposited 17 days after it was received.';
  const list = listOf(rowsNamed(said), {
    ...layout,
    columns: { ...layout.columns, name: { header: 'Sentence', card: 'title', isSentence: true } },
  });
  await showList(list);
  const shown = cell(said);
  await expect.element(shown).toBeVisible();
  const [outer, inner] = [shown.element(), shown.element().firstElementChild!];
  const line = Number.parseFloat(getComputedStyle(inner).lineHeight);
  await expect.poll(() => Math.round(inner.getBoundingClientRect().height / line)).toBe(2);
  expect(inner.scrollHeight).toBeLessThanOrEqual(inner.clientHeight + 1);
  const [room, taken] = [outer.closest('[role="row"]')!, inner].map((one) => one.getBoundingClientRect());
  expect(taken!.top).toBeGreaterThanOrEqual(room!.top);
  expect(taken!.bottom).toBeLessThanOrEqual(room!.bottom);
});
