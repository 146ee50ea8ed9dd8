import '#features/words.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answerTo } from '#dev/testing/web/portal-responses.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { FindingsPage } from './findings-page.tsx';
import { InspectionReportsPage } from './inspection-reports-page.tsx';

beforeEach(() => {
  answerTo('GET /api/findings', () => ({ rows: [], nextCursor: null }));
  answerTo('GET /api/findings/count', () => ({ count: 0 }));
  answerTo('GET /api/inspection-reports', () => ({ reports: [] }));
});

const reports = page.getByRole('link', { name: 'Inspection reports' });
const close = page.getByRole('button', { name: 'Close an inspection' });

test('an auditor of the whole university is offered inspection reports', async () => {
  const { unmount } = await renderScreen(<FindingsPage />, { role: 'auditor' });
  await expect.element(reports).toBeVisible();
  await unmount();
  await renderScreen(<InspectionReportsPage />, { role: 'auditor' });
  await expect.element(close).toBeVisible();
});

test('an auditor of a college raises findings, and is not offered what would be refused', async () => {
  const ofCollege = { role: 'auditor', code: 'COL001' } as const;
  const { unmount } = await renderScreen(<FindingsPage />, ofCollege);
  await expect.element(page.getByRole('button', { name: 'Raise a finding' }).first()).toBeVisible();
  await expect.element(reports).not.toBeInTheDocument();
  await unmount();
  await renderScreen(<InspectionReportsPage />, ofCollege);
  await expect.element(page.getByRole('heading', { name: 'Inspection reports' })).toBeVisible();
  await expect.element(close).not.toBeInTheDocument();
});
