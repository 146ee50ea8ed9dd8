import { type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useSession } from '#web/api/session.ts';

export type Shortcut = {
  /** Places on the keyboard (`KeyboardEvent.code`), so that a Kannada layout has the same shortcuts. */
  codes: readonly string[];
  /** A character instead, where the layout decides which key it is on. */
  character?: string;
  /** With the shift key, or surely without it; left out it does not matter. */
  withShift?: boolean;
  /** Holding the key down does it once. */
  once?: boolean;
  run: (event: KeyboardEvent) => void;
};

/** Keys that type nothing: who switches the letters off keeps them. */
const silent = /^(Arrow|Page|Home$|End$|Enter$|NumpadEnter$|Escape$)/;
const typing = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
const pressed = 'button, a, summary, [role="menuitem"]';

/**
 * Single keys of a screen, wherever the focus is: not while somebody types, nor behind a dialog. `within` is where the
 * keys of a dialog's own part belong.
 */
export function useShortcuts(shortcuts: readonly Shortcut[], within?: RefObject<HTMLElement | null>): void {
  const { letterKeys } = useSession().preferences;
  const newest = useRef(shortcuts);
  useEffect(() => {
    newest.current = shortcuts;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
        return;
      const target = event.target instanceof Element ? event.target : null;
      if (event.code !== 'Escape' && target?.closest(typing)) return;
      if (isEnter(event) && target?.closest(pressed)) return;
      const dialog = document.querySelector('[aria-modal="true"]');
      // A dialog closes itself by Escape.
      if (dialog && (event.code === 'Escape' || !(within?.current && dialog.contains(within.current))))
        return;
      const shortcut = newest.current.find(
        ({ codes, character, withShift }) =>
          event.key === character ||
          (codes.includes(event.code) && (withShift === undefined || withShift === event.shiftKey)),
      );
      if (!shortcut || (shortcut.once && event.repeat)) return;
      if (!letterKeys && !silent.test(event.code)) return;
      event.preventDefault();
      // Drawn before the next key, however fast it comes: it belongs to what this one opened.
      flushSync(() => shortcut.run(event));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [letterKeys, within]);
}

function isEnter({ code }: KeyboardEvent): boolean {
  return code === 'Enter' || code === 'NumpadEnter';
}
