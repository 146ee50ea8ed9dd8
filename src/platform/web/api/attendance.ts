/** What a page asks for longer after the last touch is its own doing: refetches, polling, a stream that comes back. */
const attendedMilliseconds = 60_000;

let touchedAt = Date.now();

for (const name of ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const) {
  window.addEventListener(name, noteTouch, { capture: true, passive: true });
}

function noteTouch(): void {
  touchedAt = Date.now();
}

/** Whether somebody did something on this page just now; opening it is the first such thing. */
export function isAttended(): boolean {
  return Date.now() - touchedAt < attendedMilliseconds;
}
