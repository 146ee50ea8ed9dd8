// What `cdp()` can send.
import type {} from '@vitest/browser-playwright';
import { expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { pressEnterOnce } from './press-enter-once.ts';

// As main.tsx does, once for the page.
pressEnterOnce();

async function openPage() {
  const [press, send] = [vi.fn(), vi.fn()];
  await renderScreen(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <input aria-label="Search" />
      <button type="button" onClick={press}>
        Approve
      </button>
      <button type="submit">Send</button>
    </form>,
  );
  const button = page.getByRole('button', { name: 'Approve' });
  await expect.element(button).toBeVisible();
  return {
    press,
    send,
    button: button.element() as HTMLElement,
    field: page.getByLabelText('Search').element(),
  };
}

let clock = performance.now();

/** What a scanner types at this place after a pause, each key 5 ms after the one before; whether its Enter is left to the place. */
function scan(place: Element, text: string): boolean {
  clock += 1_000;
  const pressed = [...text, 'Enter'].map((key, index) => {
    const press = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true });
    Object.defineProperty(press, 'timeStamp', { value: clock + index * 5 });
    return place.dispatchEvent(press);
  });
  return pressed.at(-1)!;
}

test.each(['Approve', 'Send'])('an Enter that is held on %s presses it once', async (name) => {
  const { press, send } = await openPage();
  (page.getByRole('button', { name }).element() as HTMLElement).focus();
  const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
  for (const autoRepeat of [false, true, true])
    await cdp().send('Input.dispatchKeyEvent', { type: 'keyDown', autoRepeat, ...key });
  await cdp().send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  expect(press.mock.calls.length + send.mock.calls.length).toBe(1);
});

test('the Enter of a scanner presses no button, and is that of a field', async () => {
  const { button, field } = await openPage();
  expect(scan(button, 'R1234567')).toBe(false);
  expect(scan(field, 'R1234567')).toBe(true);
});

test('the Enter of a hand presses', async () => {
  const { button } = await openPage();
  expect(scan(button, 'R1')).toBe(true);
});
