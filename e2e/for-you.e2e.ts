import { expect, test } from '@playwright/test';
import { formatAge } from '#shared/age.ts';
import { read } from './certificates.ts';
import { openDesk } from './people.ts';

type Half = { count: number; oldest: string | null };
type Waiting = { name: string; forMe: Half; forOthers: Half & { who: string[] } };

test('what waits is a table for oneself and one for others: what, the oldest, who', async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  await page.goto('/admin/dashboard');
  const { waiting } = (await read(page, '/api/waiting?desk=admin')) as { waiting: Waiting[] };
  const mine = waiting.filter(({ forMe }) => forMe.count > 0);
  const others = waiting.filter(({ forOthers }) => forOthers.count > 0);
  expect(mine.length).toBeGreaterThan(0);
  expect(others.length).toBeGreaterThan(0);

  const forYou = page.getByRole('table', { name: /^For you/ });
  await expect(forYou.getByRole('columnheader', { name: 'Oldest' })).toBeVisible();
  // The heading is a row of the table.
  await expect(forYou.getByRole('row')).toHaveCount(mine.length + 1);
  const rowsOfYou = await forYou.getByRole('row').allInnerTexts();
  for (const { name, forMe } of mine) {
    const age = formatAge(forMe.oldest!);
    const isSaid = rowsOfYou.some((row) => new RegExp(`\\b${forMe.count}\\b`).test(row) && row.includes(age));
    expect(isSaid, `${name}: ${forMe.count}, ${age}`).toBe(true);
  }

  const forOthers = page.getByRole('table', { name: /^For others/ });
  if (!(await forOthers.isVisible()))
    await page
      .getByText(/^For others/)
      .first()
      .click();
  await expect(forOthers.getByRole('columnheader', { name: 'Who' })).toBeVisible();
  await expect(forOthers.getByRole('row')).toHaveCount(others.length + 1);
  const rowsOfOthers = await forOthers.getByRole('row').allInnerTexts();
  for (const { name, forOthers: half } of others) {
    const { count, who, oldest } = half;
    const isSaid = rowsOfOthers.some(
      (row) =>
        new RegExp(`\\b${count}\\b`).test(row) && row.includes(formatAge(oldest!)) && row.includes(who[0]!),
    );
    expect(isSaid, `${name}: ${count}, ${who}`).toBe(true);
  }
});
