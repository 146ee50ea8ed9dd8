import { useEffect, useState } from 'react';

/**
 * Gives the focus back where work goes on once this component is gone, if it fell to the page: to what had it before,
 * or, where that is gone too (the row of a deleted record), to the list or the heading of the page.
 */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body && document.activeElement !== null) return;
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
        const place = isThere ? before : document.querySelector<HTMLElement>('main [role="grid"], main h1');
        place?.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
