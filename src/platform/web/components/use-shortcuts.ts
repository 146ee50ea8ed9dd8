import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useSession } from '#platform/web/api/session.ts';
import { isEnter } from './irreversible-keys.ts';

export type KeyPattern = {
  /** Places on the keyboard (`KeyboardEvent.code`), so that a Kannada layout has the same shortcuts. */
  codes: readonly string[];
  /** A character instead, where the layout decides which key it is on. */
  character?: string;
  /** With the shift key, or surely without it; left out it does not matter. */
  withShift?: boolean;
};

export type Shortcut = KeyPattern & {
  /** Holding the key down does it once. */
  once?: boolean;
  run: (event: KeyboardEvent) => void;
};

/** Keys that type nothing: who switches the letters off keeps them. */
const silent = /^(Arrow|Page|Home$|End$|Enter$|NumpadEnter$|Escape$)/;
export const typing =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';
export const pressed = 'button, a, summary, [role="menuitem"]';

/**
 * Single keys of a screen, wherever the focus is: not while somebody types, nor behind a dialog. `within` is where the
 * keys of a dialog's own part belong.
 */
export function useShortcuts(shortcuts: readonly Shortcut[], within?: RefObject<HTMLElement | null>): void {
  const { letterKeys } = useSession().preferences;
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (event.code !== 'Escape' && target?.closest(typing)) return;
    if (isEnter(event) && target?.closest(pressed)) return;
    if (isBehindDialog(event, within?.current)) return;
    const shortcut = shortcuts.find((one) => isPressed(one, event));
    if (!shortcut || (shortcut.once && event.repeat)) return;
    if (!letterKeys && !silent.test(event.code)) return;
    event.preventDefault();
    // Drawn before the next key, however fast it comes: it belongs to what this one opened.
    flushSync(() => shortcut.run(event));
  });
}

export function isPressed(
  { codes, character, withShift }: KeyPattern,
  press: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>,
): boolean {
  if (character !== undefined && press.key === character) return true;
  return codes.includes(press.code) && (withShift === undefined || withShift === press.shiftKey);
}

/** Whether a dialog takes this key: any while it does not hold `within`, and Escape, by which it closes itself. */
export function isBehindDialog(event: KeyboardEvent, within: HTMLElement | null | undefined): boolean {
  const dialog = document.querySelector('[aria-modal="true"]');
  return dialog !== null && (event.code === 'Escape' || !(within && dialog.contains(within)));
}
