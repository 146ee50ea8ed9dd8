import { type RefObject, useEffect, useRef } from 'react';
import { t } from '#shared/words.ts';
import { createStore } from '../api/store.ts';

/** Keys as they stand in the list of a screen's keys: `['J', '↓']`, the next application. */
export type KeyHelp = { keys: readonly string[]; what: string };

/** What the screen that is shown has; its parts register theirs while they are on it, those around them first. */
const keyLists = new Set<() => readonly KeyHelp[]>();
const actionPlaces = new Set<RefObject<HTMLElement | null>>();

/** Those of every screen. */
export const shellKeys = {
  find: { keys: ['Ctrl K', '⌘ K'], what: t`Find any record, screen or action` },
  help: { keys: ['?'], what: t`These keys` },
} satisfies Record<string, KeyHelp>;

/** What `aria-keyshortcuts` calls them (https://www.w3.org/TR/wai-aria-1.2/#aria-keyshortcuts), where it is not as they stand in the list. */
const ariaNames: Readonly<Record<string, string>> = {
  Ctrl: 'Control',
  '⌘': 'Meta',
  Esc: 'Escape',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '+': 'Plus',
};

/** The keys of a control, each of which does what it does, for its `aria-keyshortcuts`. */
export function ariaKeys(...keys: readonly string[]): string {
  return keys
    .map((key) =>
      key
        .replace(/^Page ↑$/, 'PageUp')
        .replace(/^Page ↓$/, 'PageDown')
        .split(' ')
        .map((one) => ariaNames[one] ?? one)
        .join('+'),
    )
    .join(' ');
}

/** Tells `?` of keys that work while this is shown. */
export function useScreenKeys(keys: readonly KeyHelp[]): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const list = () => current.current;
    keyLists.add(list);
    return () => void keyLists.delete(list);
  }, []);
}

/** The keys of the screen, each meaning once: of two lists on a page the keys are the same. */
export function screenKeys(): KeyHelp[] {
  const all = [...keyLists].flatMap((list) => list());
  return [...new Map(all.map((help) => [help.what, help])).values()];
}

/** Buttons and links in this place are actions of the screen, which are found by their names from anywhere. */
export function useActionPlace(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    actionPlaces.add(place);
    return () => void actionPlaces.delete(place);
  }, [place]);
}

/** An action of the screen; `reason` says why it cannot be used just now. */
export type ScreenAction = { label: string; reason: string | null; control: HTMLElement };

export function screenActions(): ScreenAction[] {
  const controls = [...actionPlaces].flatMap(({ current }) => [
    ...(current?.querySelectorAll<HTMLElement>('button, a[href]') ?? []),
  ]);
  return controls
    .filter((control) => control.checkVisibility())
    .map((control) => ({ label: labelOf(control), reason: reasonOf(control), control }))
    .filter(({ label }) => label !== '');
}

function labelOf(control: HTMLElement): string {
  const own = control.getAttribute('aria-label');
  if (own) return own;
  const copy = control.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove();
  return copy.textContent.trim();
}

function reasonOf(control: HTMLElement): string | null {
  if (control.getAttribute('aria-disabled') !== 'true') return null;
  const id = control.getAttribute('aria-describedby');
  return (id && document.getElementById(id)?.textContent) || '';
}

/** Whether the keys are shown; any button may ask for them. */
export const keysShown = createStore(false);
