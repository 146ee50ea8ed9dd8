import { useLayoutEffect } from 'react';

/**
 * For a dialog that is gone before it could give the focus back: gives it to what had it before. Where that is gone too
 * (the row of a deleted record), or was nothing (a record that the address opened), it goes to the list or the heading
 * of the page.
 */
export function useReturnFocus(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
        const place = isThere ? before : (elementAt('main [role="grid"]') ?? elementAt('main h1'));
        place?.focus({ preventScroll: true });
      });
    };
  }, [isOpen]);
}

function elementAt(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(selector);
}
