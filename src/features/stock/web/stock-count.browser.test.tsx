import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answerTo, pauseResponses, sentTo } from '#dev/testing/web/portal-responses.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { changesHeader } from '#shared/changes.ts';
import { StockCountPage } from './stock-count-page.tsx';

const typed = 'D001041-D001250, G001001-G001249';
const serials = page.getByRole('textbox', { name: 'Serials', exact: true });
const close = page.getByRole('button', { name: /^Close count/ });
let counted: number;

beforeEach(() => {
  counted = 0;
  answerTo('GET /api/stock-counts/', () => ({
    ...{ id: crypto.randomUUID(), paperId: crypto.randomUUID(), paper: 'Parchment', colour: 'Maroon' },
    ...{ startedBy: 'Anita', startedAt: new Date().toISOString(), closedBy: null, closedAt: null },
    ...{ expected: null, expectedRanges: null, counted, discrepancies: 0, unresolved: 0, version: 1 },
    ...{ entries: [], found: [], keeperIds: [] },
  }));
  answerTo('POST /api/stock-counts/', (_, rest) => {
    if (rest.endsWith('/close')) return { discrepancies: 2 };
    counted = 459;
    return Response.json({ quantity: 459 }, { headers: { [changesHeader]: '*' } });
  });
});

test('Enter in the field enters what is typed, and Shift Enter begins a line', async () => {
  await renderScreen(<StockCountPage />);
  await userEvent.fill(serials, 'D001041-D001250,');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}G001001-G001249');
  expect(sentTo('POST /api/stock-counts/')).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^459 sheets are counted/)).toBeVisible();
  await expect.element(serials).toHaveValue('');
  expect(sentTo('POST /api/stock-counts/')).toHaveLength(1);
});

test('what is typed and not entered keeps the count from being closed, and stays', async () => {
  await renderScreen(<StockCountPage />);
  await userEvent.fill(serials, typed);
  await expect.element(close).toHaveAttribute('aria-disabled', 'true');
  await expect.element(close).toHaveAccessibleDescription(/459 sheets are typed but not entered/);
  await close.click({ force: true });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(serials).toHaveValue(typed);
  expect(sentTo('POST /api/stock-counts/')).toEqual([]);
});

test('closing is not the first thing offered while nothing is counted', async () => {
  await renderScreen(<StockCountPage />);
  await expect.element(close).not.toHaveAttribute('data-variant', 'filled');
  await userEvent.fill(serials, typed);
  await userEvent.keyboard('{Enter}');
  await expect.element(close).toHaveAttribute('data-variant', 'filled');
});

test('Enter twice, or held down, enters once', async () => {
  await renderScreen(<StockCountPage />);
  const answer = pauseResponses('POST /api/stock-counts/');
  await userEvent.fill(serials, typed);
  await userEvent.keyboard('{Enter>3/}{Enter}');
  answer();
  await expect.element(page.getByText(/^459 sheets are counted/)).toBeVisible();
  expect(sentTo('POST /api/stock-counts/')).toHaveLength(1);
});

test('what the portal refused to enter stays, and a key still held down does not enter it again', async () => {
  await renderScreen(<StockCountPage />);
  const answer = pauseResponses('POST /api/stock-counts/');
  await userEvent.fill(serials, typed);
  await userEvent.keyboard('{Enter}');
  answer(true);
  await expect.element(page.getByRole('alert')).toBeVisible();
  const held = { key: 'Enter', code: 'Enter', repeat: true, bubbles: true, cancelable: true };
  serials.element().dispatchEvent(new KeyboardEvent('keydown', held));
  await expect.element(serials).toHaveValue(typed);
  await userEvent.fill(serials, 'A000001');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sentTo('POST /api/stock-counts/')).toHaveLength(2);
  expect(sentTo('POST /api/stock-counts/')[1]).toMatchObject({
    serials: [{ prefix: 'A', first: 1, last: 1 }],
  });
});
