import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import type { Fault, ImportDetail } from '../contract.ts';
import { ImportReport } from './import-report.tsx';

const id = '0197a1a0-0000-7000-8000-000000000009';
const warningOf = (rowNumber: number, found: string, acceptedBy: string | null): Fault => ({
  id: rowNumber,
  ...{ rowNumber, found, acceptedBy, field: 'name', level: 'warning', code: 'doubtful' },
  wanted: 'The full name.',
});

function uploadOf(faults: readonly Fault[]): ImportDetail {
  const waiting = faults.filter(({ acceptedBy }) => acceptedBy === null).length;
  const kind = { field: 'name', level: 'warning', code: 'doubtful' } as const;
  return {
    ...{ id, kind: 'students', state: 'checked', fileName: 'a.csv', failure: null, progress: null },
    ...{ uploadedBy: 'Asha Rao', uploadedAt: '2026-01-01T00:00:00Z', committedBy: null, committedAt: null },
    ...{ rowCount: 2, newCount: 2, changedCount: 0, unchangedCount: 0, faultyCount: 0, newTotal: null },
    ...{ files: [], headers: [], samples: [], columns: {}, sheetName: null, ignoredSheets: 0 },
    ...{ hiddenSheets: 0, uploaderIds: [], isAfterFirstApplication: false, warningCount: waiting },
    faultKinds: [{ ...kind, count: faults.length, acceptedCount: faults.length - waiting }],
  } as ImportDetail;
}

async function show(faults: readonly Fault[]): Promise<unknown[]> {
  const accepted: unknown[] = [];
  vi.mocked(window.fetch).mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    if (request.url.includes('/accept-warnings')) accepted.push(await request.json());
    const isList = request.url.includes('/faults');
    return Response.json(isList ? { rows: faults, nextCursor: null } : {});
  });
  await renderScreen(<ImportReport upload={uploadOf(faults)} />);
  return accepted;
}

test('the rows wait until each warning is accepted, by itself or by its kind', async () => {
  const accepted = await show([warningOf(2, 'Meera LNU', null), warningOf(3, 'U', 'Asha Rao')]);
  await expect.element(page.getByRole('button', { name: 'Add 2' })).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByRole('row', { name: /^3 .* Accepted by Asha Rao/ })).toBeVisible();
  await page
    .getByRole('row', { name: /Meera LNU/ })
    .getByRole('button', { name: 'Accept row 2' })
    .click();
  await expect.poll(() => accepted).toEqual([{ warningIds: [2] }]);
  await page.getByRole('button', { name: 'Accept all…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept 1' }).click();
  await expect.poll(() => accepted[1]).toEqual({ field: 'name', code: 'doubtful', count: 1 });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('nothing waits once all are accepted', async () => {
  await show([warningOf(2, 'U', 'Asha Rao')]);
  await expect.element(page.getByRole('button', { name: 'Add 2' })).not.toHaveAttribute('aria-disabled');
  await expect.element(page.getByRole('heading', { name: 'Warnings' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Accept all…' }).elements()).toEqual([]);
});
