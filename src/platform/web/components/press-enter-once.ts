import { isEnter } from './irreversible-keys.ts';

/**
 * A held Enter presses one button and sends one form off, whatever comes under the focus meanwhile. In a text of several lines it
 * goes on making lines.
 */
export function pressEnterOnce(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat || !isEnter(event)) return;
      const isText = event.target instanceof HTMLTextAreaElement && !event.ctrlKey && !event.metaKey;
      if (!isText) event.preventDefault();
    },
    { capture: true },
  );
}
