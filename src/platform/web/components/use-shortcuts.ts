import { useWindowEvent } from '@mantine/hooks';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useSession } from '#platform/web/api/session.ts';
import { isEnter, judgeKey, type KeyPress, type OpenQuestion, typing } from './irreversible-keys.ts';
import { type Burst, endsBurst, grown } from './scan-burst.ts';

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
const pressed = 'button, a, summary, [role="menuitem"]';

/** Shows the keys of the screen. */
export const helpKey: KeyPattern = { codes: [], character: '?' };

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
function isBehindDialog(event: KeyboardEvent, within: HTMLElement | null | undefined): boolean {
  const dialog = document.querySelector('[aria-modal="true"]');
  return dialog !== null && (event.code === 'Escape' || !(within && dialog.contains(within)));
}

/** The question's side of it: what its own keys do, and where it stands. */
type AnswerKeys<Act extends string> = Omit<OpenQuestion<Act>, 'paintedAt'> & {
  within: RefObject<HTMLElement | null>;
  onChoose: (index: number) => void;
  onConfirm: () => void;
  onClose: () => void;
};

/** The keys of irreversible acts by the grammar of `irreversible-keys.ts`, before and while one is asked about. */
export function useIrreversibleKeys<Act extends string>(keys: {
  acts: Readonly<Partial<Record<Act, string>>>;
  isLook: (press: KeyPress) => boolean;
  onOpen: (act: Act) => void;
  /** When the record was shown that an act would change. */
  shownAt?: RefObject<number>;
  question: AnswerKeys<Act> | null;
}): void {
  const { letterKeys } = useSession().preferences;
  const paintedAt = usePaintedAt(keys.question?.act ?? null);
  const burst = useRef<Burst | null>(null);
  useWindowEvent('keydown', (event) => {
    if (event.key.length === 1 && !event.repeat)
      burst.current = grown(burst.current, event.key, event.timeStamp);
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
    // Another listener may give the key that closes a question its own meaning.
    if (verdict.kind !== 'close') event.preventDefault();
    // Drawn before the next key, however fast it comes: it belongs to what this one opened.
    flushSync(() => {
      if (verdict.kind === 'open') onOpen(verdict.act);
      if (verdict.kind === 'choose') question?.onChoose(verdict.index);
      if (verdict.kind === 'confirm') question?.onConfirm();
      if (verdict.kind === 'close') question?.onClose();
    });
  });
}

/** Typed text, and the keys by which the focused control itself is worked. */
function belongsToField(event: KeyboardEvent, target: Element | null): boolean {
  if (event.code === 'Escape') return false;
  if (target?.closest(typing)) return true;
  if (target?.matches('[type="radio"]')) return /^(Arrow|Space)/.test(event.code);
  return isEnter(event) && !event.repeat && target?.closest(pressed) != null;
}

/** When the newest question was on the screen: one frame is painted after its callback. */
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
