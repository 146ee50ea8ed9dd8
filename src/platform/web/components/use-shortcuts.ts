import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useSession } from '#platform/web/api/session.ts';
import { isEnter, judgeKey, type KeyPress, type OpenQuestion, typing } from './irreversible-keys.ts';
import { characterOf } from './physical-keys.ts';
import { addToBurst, type Burst, endsBurst } from './scan-burst.ts';

export type KeyPattern = {
  /** Physical keys (`KeyboardEvent.code`), so that a Kannada layout has the same shortcuts. */
  codes: readonly string[];
  /** A character instead, if the key depends on the layout; under one of another script, that of a US layout. */
  character?: string;
  /** With or without Shift; undefined means either. */
  withShift?: boolean;
};

export type Shortcut = KeyPattern & {
  /** Ignores key repeat. */
  once?: boolean;
  run: (event: KeyboardEvent) => void;
};

/** Keys that type nothing: they work even if letter shortcuts are off. */
const silent = /^(Arrow|Page|Home$|End$|Enter$|NumpadEnter$|Escape$)/;
const pressed = 'button, a, summary, [role="menuitem"]';

/** Shows the keys of the screen. */
export const helpKey: KeyPattern = { codes: [], character: '?' };

/**
 * Single-key shortcuts of a screen, wherever the focus is, except while typing or behind a dialog. `within` is the
 * element of a dialog that the keys belong to.
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
    // Render before the next key, which belongs to what this one opened.
    flushSync(() => shortcut.run(event));
  });
}

export function isPressed(
  { codes, character, withShift }: KeyPattern,
  press: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>,
): boolean {
  if (character !== undefined && characterOf(press) === character) return true;
  return codes.includes(press.code) && (withShift === undefined || withShift === press.shiftKey);
}

/** Whether a dialog handles this key: every key if it does not contain `within`, and Escape, which closes it. */
function isBehindDialog(event: KeyboardEvent, within: HTMLElement | null | undefined): boolean {
  const dialog = document.querySelector('[aria-modal="true"]');
  return dialog !== null && (event.code === 'Escape' || !(within && dialog.contains(within)));
}

/** The question's part: what its keys do, and its element. */
type AnswerKeys<Act extends string> = Omit<OpenQuestion<Act>, 'paintedAt'> & {
  within: RefObject<HTMLElement | null>;
  onChoose: (index: number) => void;
  onConfirm: () => void;
  onClose: () => void;
};

/** The keys of irreversible actions by the grammar of `irreversible-keys.ts`, before and while a question is open. */
export function useIrreversibleKeys<Act extends string>(keys: {
  acts: Readonly<Partial<Record<Act, string>>>;
  isLook: (press: KeyPress) => boolean;
  onOpen: (act: Act) => void;
  /** When the record that the action would change was shown. */
  shownAt?: RefObject<number>;
  question: AnswerKeys<Act> | null;
}): void {
  const { letterKeys } = useSession().preferences;
  const paintedAt = usePaintedAt(keys.question?.act ?? null);
  const burst = useRef<Burst | null>(null);
  useWindowEvent('keydown', (event) => {
    if (characterOf(event) !== null && !event.repeat) burst.current = addToBurst(burst.current, event);
    const { acts, isLook, shownAt, question, onOpen } = keys;
    const target = event.target instanceof Element ? event.target : null;
    const isScan = isEnter(event) && endsBurst(burst.current, event.timeStamp);
    if ((event.defaultPrevented && !isScan) || belongsToField(event, target)) return;
    if (isBehindDialog(event, question?.within.current)) return;
    const verdict = judgeKey(
      { acts, isLook, hasLetterKeys: letterKeys },
      {
        question: question && { ...question, paintedAt: paintedAt.current },
        shownAt: shownAt?.current ?? Number.NEGATIVE_INFINITY,
        isScan,
      },
      event,
    );
    if (verdict.kind === 'keep') return;
    // A key that closes a question may have a meaning for another listener.
    if (verdict.kind !== 'close') event.preventDefault();
    // Render before the next key, which belongs to what this one opened.
    flushSync(() => {
      if (verdict.kind === 'open') onOpen(verdict.act);
      if (verdict.kind === 'choose') question?.onChoose(verdict.index);
      if (verdict.kind === 'confirm') question?.onConfirm();
      if (verdict.kind === 'close') question?.onClose();
    });
  });
}

/** Typed text, and the keys that operate the focused control itself. */
function belongsToField(event: KeyboardEvent, target: Element | null): boolean {
  if (event.code === 'Escape') return false;
  if (target?.closest(typing)) return true;
  if (target?.matches('[type="radio"]')) return /^(Arrow|Space)/.test(event.code);
  return isEnter(event) && !event.repeat && target?.closest(pressed) != null;
}

/** When the newest question was painted: a timer set in an animation frame runs after the paint. */
function usePaintedAt(act: string | null): RefObject<number | null> {
  const paintedAt = useRef<number | null>(null);
  useLayoutEffect(() => {
    paintedAt.current = null;
    if (act === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        paintedAt.current = performance.now();
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [act]);
  return paintedAt;
}
