import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cell, grid, listOf, manyRows, showList } from './list-screen.testing.tsx';

test('a search is asked for once, and before the address has it', async () => {
  const rows = listOf(manyRows(120));
  const { router } = await showList(rows);
  await expect.element(page.getByText('120 entries').first()).toBeVisible();
  const answer = rows.fetchPage.getMockImplementation()!;
  const addresses: unknown[] = [];
  rows.fetchPage.mockImplementation((input) => {
    addresses.push(router.state.location.search);
    return answer(input);
  });
  await page.getByLabelText('Search applications').fill('candidate 11');
  await expect.element(page.getByText(/^11 of 120/).first()).toBeVisible();
  expect(addresses).toEqual([{}]);
  expect(router.state.location.search).toEqual({ q: 'candidate 11' });
});

test('one letter is searched for at once when Enter follows', async () => {
  const rows = listOf(manyRows(120));
  await showList(rows);
  const box = page.getByLabelText('Search applications');
  await box.fill('9');
  box
    .element()
    .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  expect(rows.fetchPage.mock.lastCall?.[0].search).toBe('9');
  await expect.element(grid).toHaveFocus();
  await expect.element(page.getByText(/^21 of 120/).first()).toBeVisible();
});

test('a search is counted once its rows are there and nobody types on', async () => {
  const rows = listOf(manyRows(250));
  await showList(rows);
  await expect.element(page.getByText('250 entries').first()).toBeVisible();
  await page.getByLabelText('Search applications').fill('candidate');
  await expect.element(page.getByText('250 of 250 entries').first()).toBeVisible();
  expect(rows.askedAt.counts.at(-1)! - rows.askedAt.pages.at(-1)!).toBeGreaterThan(290);
});

test('typing searches, says how many there are, and can be taken back when there are none', async () => {
  const { router } = await showList(listOf(manyRows(120)));
  await expect.element(page.getByText('120 entries').first()).toBeVisible();
  await userEvent.keyboard('/');
  await userEvent.keyboard('candidate 11');
  await expect.element(page.getByText(/^11 of 120/).first()).toBeVisible();
  expect(router.state.location.search).toEqual({ q: 'candidate 11' });
  // In a field it is a letter as any other.
  await userEvent.keyboard('/');
  await expect.element(page.getByLabelText('Search applications')).toHaveValue('candidate 11/');
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect.element(cell('Candidate 0')).toBeVisible();
  await expect.element(page.getByLabelText('Search applications')).toHaveValue('');
});
