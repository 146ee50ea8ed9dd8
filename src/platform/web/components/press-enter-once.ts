import { isEnter, typing } from './irreversible-keys.ts';
import { characterOf } from './physical-keys.ts';
import { addToBurst, type Burst, endsBurst } from './scan-burst.ts';

/**
 * A held Enter presses one button or submits one form only, whatever gets the focus meanwhile; in a textarea it still
 * repeats. A scanner's Enter presses nothing: it belongs to a field, or is dropped.
 */
export function pressEnterOnce(): void {
  let burst: Burst | null = null;
  window.addEventListener(
    'keydown',
    (event) => {
      if (characterOf(event) !== null && !event.repeat) burst = addToBurst(burst, event);
      if (!isEnter(event)) return;
      const isField = event.target instanceof Element && event.target.closest(typing) !== null;
      if (!event.repeat) {
        if (!isField && endsBurst(burst, event.timeStamp)) event.preventDefault();
        return;
      }
      const isText = event.target instanceof HTMLTextAreaElement && !event.ctrlKey && !event.metaKey;
      if (!isText) event.preventDefault();
    },
    { capture: true },
  );
}
