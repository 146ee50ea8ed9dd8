import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerTo } from '#dev/testing/web/portal-responses.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { PrintQueuePage } from './print-queue-page.tsx';

const paperId = crypto.randomUUID();
const oldest = new Date(Date.now() - 5 * 86_400_000).toISOString();
const run = { runNumber: 'R-000024', operator: 'Prakash', sheetCount: 23, openAt: 8 };

let openRuns: object[];

beforeEach(() => {
  openRuns = [];
  const paper = { paperId, paper: 'Parchment', colour: 'Maroon', oldest, waitingForRoll: 0, colleges: [] };
  const stock = { inStore: 148, issuedToYou: 1, nextSerial: 'A001002' };
  answerTo('GET /api/print-batches', () => ({
    batches: [
      { ...paper, ...stock, certificateType: 'Degree', waiting: 16, reprints: 2 },
      { ...paper, ...stock, certificateType: 'Provisional', waiting: 4, reprints: 0 },
    ],
  }));
  answerTo('GET /api/print-runs', () => ({ rows: openRuns, nextCursor: null }));
  answerTo('GET /api/checklist', () => ({ missing: [], administrators: [], lines: [] }));
  answerTo('GET /api/certificates', () => ({ rows: [], nextCursor: null }));
  answerTo('GET /api/certificates/count', () => ({ count: 0 }));
});

const table = page.getByRole('table', { name: 'What can be printed' });
const filled = () =>
  [...document.querySelectorAll('main [data-variant="filled"]')].map((one) => one.textContent);

test('types on one paper share its sheets, which are stated once, and the first run is the next step', async () => {
  await renderScreen(<PrintQueuePage head={null} />);
  await expect.element(table.getByText('for Degree and Provisional', { exact: false })).toBeVisible();
  expect(table.element().textContent.match(/149|A001002/g)).toHaveLength(2);
  expect(filled()).toEqual(['Prepare run']);
});

test('an open run is stated once, and continuing it is the next step', async () => {
  openRuns = [
    { ...run, id: paperId, state: 'printing', paper: 'Parchment', colour: 'Maroon', certificateType: 'Rank' },
  ];
  await renderScreen(<PrintQueuePage head={null} />);
  await expect
    .element(page.getByRole('link', { name: 'Resume at sheet 8 of 23, run R-000024' }))
    .toBeVisible();
  await expect.element(table).toBeVisible();
  expect(document.body.textContent.match(/R-000024/g)).toHaveLength(1);
  expect(filled()).toEqual(['Resume at sheet 8 of 23']);
});

test('a row narrows the list below it, by the keyboard too', async () => {
  await renderScreen(<PrintQueuePage head={null} />);
  const type = table.getByRole('button', { name: 'Provisional', exact: true });
  await expect.element(type).toBeVisible();
  (type.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('combobox', { name: 'Certificate type' })).toHaveValue('Provisional');
  await expect.element(page.getByRole('combobox', { name: 'Paper' })).toHaveValue(paperId);
  expect(document.querySelectorAll('[aria-current="true"]')).toHaveLength(1);
});
