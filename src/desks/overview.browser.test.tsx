import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import type { ExceptionRule, Overview } from '#features/exceptions/contract.ts';
import { OverviewDesk } from './overview.tsx';

const quiet: Overview = {
  since: '2026-11-27T12:40:00Z',
  inOrder: '2026-11-20T04:30:00Z',
  proof: { sequence: 5_230, checkpoint: { day: '2026-11-30', sequence: 5_214 } },
  rules: [],
  books: { at: '2026-11-30T19:30:00Z', agree: true, differences: [] },
  findings: { repliesToRead: 0, due: 0, overdue: 0 },
};

/** A rule that ran last night and has so many new hits. */
const found = (severity: ExceptionRule['severity'], fresh: number): ExceptionRule => ({
  ...{ name: severity, severity, family: 'people', title: severity, meaning: 'M', authority: 'A' },
  counts: { new: fresh, open: 0, lapsed: 0, explained: 0, gone: 0 },
  months: Array(12).fill(0),
  ...{ oldest: null, ranAt: new Date().toISOString(), failure: null },
});
const late = { ranAt: '2026-01-01T18:50:00Z' };

async function show(overview: Overview): Promise<void> {
  vi.mocked(window.fetch).mockImplementation(async (input, init) =>
    Response.json(new Request(input, init).url.includes('/auditor-overview') ? overview : { waiting: [] }),
  );
  await renderScreen(<OverviewDesk />, { role: 'auditor' });
  await expect.element(page.getByText('New since 27/11/2026, 18:10, and still open')).toBeVisible();
}

test('an empty Monday says since when all is in order, and counts nothing', async () => {
  await show(quiet);
  await expect.element(page.getByText('All is in order since 20/11/2026, 10:00.')).toBeVisible();
  await expect
    .element(page.getByText(/Proven up to event 5,214 by the checkpoint of 30.11.2026/))
    .toBeVisible();
  await expect.element(page.getByText(/agree with the audit log as of 01.12.2026, 01:00/)).toBeVisible();
  expect(page.getByText(/^0 /).elements()).toEqual([]);
  expect(page.getByRole('listitem').elements()).toEqual([]);
  const allRules = page.getByRole('link', { name: 'All rules' });
  await expect.element(allRules).toHaveAttribute('href', '/auditor/exceptions');
});

test('what is new leads to it, and books that differ say where', async () => {
  const differences = [{ book: 'drafts', figure: 'in_hand count', tables: 3, events: 2 }];
  await show({
    ...quiet,
    ...{ inOrder: null, rules: [found('control', 1), found('risk', 2), { ...found('look', 0), ...late }] },
    ...{
      findings: { repliesToRead: 2, due: 1, overdue: 1 },
      books: { ...quiet.books!, agree: false, differences },
    },
  });
  const link = (name: string) => page.getByRole('link', { name });
  await expect.element(link('3 new exceptions')).toHaveAttribute('href', '/auditor/exceptions');
  await expect
    .element(link('1 rule failed or has not run for two nights'))
    .toHaveAttribute('href', '/auditor/exceptions');
  await expect.element(link('2 replies to read')).toHaveAttribute('href', '/auditor/findings?state=replied');
  await expect.element(link('1 reply due')).toHaveAttribute('href', '/auditor/findings?state=due');
  await expect.element(page.getByText(/Control bypassed: 1 · Loss or risk: 2/)).toBeVisible();
  await expect
    .element(page.getByText(/Demand drafts, in hand count: 3 in the tables, 2 by the log/))
    .toBeVisible();
  await expect.element(page.getByText(/All is in order/)).not.toBeInTheDocument();
});
