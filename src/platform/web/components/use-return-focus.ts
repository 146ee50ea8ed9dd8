import { useEffect, useState } from 'react';

/**
 * For a dialog that is drawn only while it is open, and so is gone before it could give the focus back: gives it to what
 * had it before, or, where that is gone too (the row of a deleted record), to the list or the heading of the page.
 */
export function useReturnFocus(isOpen: boolean): void {
  const [before] = useState(() => (isOpen ? document.activeElement : null));
  useEffect(() => {
    if (before === null) return;
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
        const place = isThere ? before : document.querySelector<HTMLElement>('main [role="grid"], main h1');
        place?.focus({ preventScroll: true });
      });
    };
  }, [before]);
}
