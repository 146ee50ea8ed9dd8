import { useLayoutEffect } from 'react';

/**
 * For a dialog that unmounts before it can return the focus: returns it to the previously focused element. If that is
 * gone too (the row of a deleted record), or there was none (a record opened by URL), the list or the page's heading
 * gets it.
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
