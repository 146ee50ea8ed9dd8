import { type RefObject, useEffect, useRef } from 'react';
import { t } from '#shared/words.ts';
import { createStore } from '../api/store.ts';

/** An entry of the list of shortcuts: `['J', '↓']`, the next application. */
export type KeyHelp = { keys: readonly string[]; what: string };

/** The keys of the current screen; its components register theirs while mounted, outer ones first. */
const keyLists = new Set<() => readonly KeyHelp[]>();
const actionContainers = new Set<RefObject<HTMLElement | null>>();

export const shellKeys = {
  find: { keys: ['Ctrl K', '⌘ K'], what: t`Find any record, screen or action` },
  help: { keys: ['?'], what: t`These keys` },
} satisfies Record<string, KeyHelp>;

/**
 * Names for `aria-keyshortcuts` (https://www.w3.org/TR/wai-aria-1.2/#aria-keyshortcuts), where they differ from the
 * list.
 */
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

/** The `aria-keyshortcuts` value for a control's alternative keys. */
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

/** Registers keys for the `?` help while mounted. */
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

/** The keys of the screen without duplicates: two lists on a page have the same keys. */
export function screenKeys(): KeyHelp[] {
  const all = [...keyLists].flatMap((list) => list());
  return [...new Map(all.map((help) => [help.what, help])).values()];
}

/** Buttons and links in this element are actions of the screen, which the command palette finds by name. */
export function useActionContainer(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    actionContainers.add(place);
    return () => void actionContainers.delete(place);
  }, [place]);
}

/** An action of the screen; `reason` says why it is disabled, or is null. */
export type ScreenAction = { label: string; reason: string | null; control: HTMLElement };

export function screenActions(): ScreenAction[] {
  const controls = [...actionContainers].flatMap(({ current }) => [
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

/** Whether the list of keys is open; any button may open it. */
export const keysShown = createStore(false);
