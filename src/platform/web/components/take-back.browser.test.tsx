import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refusal } from '#dev/testing/web/portal-responses.ts';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { formatTime } from '#shared/format.ts';
import { notifyDone, TakeBack } from './take-back.tsx';

const call = vi.fn(async () => ({ version: 3 }));
const button = page.getByRole('button', { name: /^Take back \(until / });
beforeEach(() => void call.mockReset());

function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

function show(takeBackUntil: string | null, letter?: string) {
  const record = { id: 'one', version: 2, takeBackUntil };
  return renderScreen(<TakeBack record={record} call={call} done="It is back." letter={letter} />);
}

test('says until when, and takes the version back that is shown', async () => {
  const until = inMinutes(10);
  await show(until);
  await expect.element(button).toMatchTextContent(`Take back (until ${formatTime(until)})`);
  await userEvent.tab();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => call.mock.calls.map(([input]: unknown[]) => input))
    .toEqual([{ id: 'one', version: 2 }]);
});

test('goes when the time is over, and is not offered to others', async () => {
  await show(inMinutes(1 / 60));
  await expect.element(button).toBeVisible();
  await expect.element(button).not.toBeInTheDocument();
  await show(null);
  await expect.element(button).not.toBeInTheDocument();
});

test('has a letter where the screen gives it one, and says why it is refused', async () => {
  call.mockRejectedValueOnce(refusal('records.built_on', undefined));
  await show(inMinutes(5), 'U');
  await expect.element(button).toHaveAttribute('aria-keyshortcuts', 'U');
  await userEvent.keyboard('u');
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^This cannot be taken back/);
  expect(call).toHaveBeenCalledOnce();
});

test('takes a letter among the letters of a scan for no act', async () => {
  await show(inMinutes(5), 'U');
  await expect.element(button).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const key of ['v', 'u', '7', 'u', 'Enter']) {
    const code = key.length > 1 ? key : /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`;
    window.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }));
  }
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  expect(call).not.toHaveBeenCalled();
});

test('once it is taken back, nothing says any more that it was done', async () => {
  const record = { id: 'one', version: 2, takeBackUntil: inMinutes(10) };
  await renderScreen(<h1>Counter</h1>);
  notifyDone('It is handed over.', <TakeBack record={record} call={call} done="It is back." />);
  await expect.element(page.getByText('It is handed over.')).toBeVisible();
  await button.click();
  await expect.element(page.getByText('It is back.')).toBeVisible();
  await expect.element(page.getByText('It is handed over.')).not.toBeInTheDocument();
});

test('a letter that is held down takes back once', async () => {
  await show(inMinutes(5), 'U');
  await expect.element(button).toBeVisible();
  await userEvent.keyboard('{u>5/}');
  await expect.poll(() => call.mock.calls.length).toBe(1);
});
