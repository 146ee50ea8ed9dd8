import { useEffect, useRef } from 'react';
import { type Burst, goesOn, grown, longestGap, scannedText } from './scan-burst.ts';

type ScanReader = {
  /** Whether a text is one that it knows; others stay what they were: keys. */
  accepts: (text: string) => boolean;
  onScan: (text: string) => void;
};

/** Fields that want the keys of a scanner themselves, and those where a short code is typed or pasted. */
const fieldsThatTakeScans = '[data-takes-scans], [type="password"], [autocomplete="one-time-code"]';
const textFields = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

/**
 * Catches what a scanner types, wherever the focus is, before a shortcut or field acts upon it. Outside of fields a
 * key waits until it is clear that no burst follows; what went into a field before the Enter is taken out again.
 */
export function useScanner(reader: ScanReader): void {
  const newest = useRef(reader);
  useEffect(() => {
    newest.current = reader;
  });
  useEffect(() => {
    const registered: ScanReader = {
      accepts: (text) => newest.current.accepts(text),
      onScan: (text) => newest.current.onScan(text),
    };
    readers.unshift(registered);
    if (readers.length === 1) window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      readers.splice(readers.indexOf(registered), 1);
      if (readers.length === 0) window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, []);
}

/** The screen's own reader is asked before that of the shell around it. */
const readers: ScanReader[] = [];

let burst: Burst | null = null;
/** The field that the burst goes into, as it was before. */
let before: { field: HTMLInputElement | HTMLTextAreaElement; value: string } | null = null;
let held: KeyboardEvent[] = [];
let isReplaying = false;
let waiting: ReturnType<typeof setTimeout> | undefined;

function onKey(event: KeyboardEvent): void {
  if (isReplaying || event.isComposing || event.key === 'Shift') return;
  const target = event.target instanceof HTMLElement ? event.target : null;
  const isCharacter = event.key.length === 1 && event.key !== ' ' && !event.repeat;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.key === 'Enter' && isPlain) endBurst(event);
  else if (!isCharacter || !isPlain || target?.matches(fieldsThatTakeScans)) release();
  else takeKey(event, target);
}

function takeKey(event: KeyboardEvent, target: HTMLElement | null): void {
  if (!goesOn(burst, event.timeStamp)) {
    release();
    before = isTyped(target) ? { field: target, value: target.value } : null;
  }
  burst = grown(burst, event.key, event.timeStamp);
  if (target?.matches(textFields)) {
    // A key that waits was typed before this one.
    pressHeld();
    return;
  }
  event.stopImmediatePropagation();
  // Released, the key before may have moved the focus into a field: the browser would type this one there, and we again.
  event.preventDefault();
  held.push(event);
  clearTimeout(waiting);
  waiting = setTimeout(release, longestGap);
}

function endBurst(event: KeyboardEvent): void {
  const text = scannedText(burst, event.timeStamp);
  const reader = text === null ? undefined : readers.find((one) => one.accepts(text));
  if (!reader || text === null) {
    release();
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  held = [];
  if (before) putBack(before.field, before.value);
  release();
  reader.onScan(text);
}

/** It was no scan: the keys that waited are pressed after all. */
function release(): void {
  burst = null;
  before = null;
  pressHeld();
}

function pressHeld(): void {
  clearTimeout(waiting);
  const keys = held;
  held = [];
  isReplaying = true;
  try {
    for (const key of keys) pressAgain(key);
  } finally {
    isReplaying = false;
  }
}

function pressAgain(key: KeyboardEvent): void {
  const focused = document.activeElement ?? document.body;
  const isTaken = !focused.dispatchEvent(new KeyboardEvent('keydown', key));
  // A shortcut before it has moved the focus into a field, and what is typed next belongs there.
  if (!isTaken && focused.matches(textFields)) document.execCommand('insertText', false, key.key);
}

function isTyped(target: HTMLElement | null): target is HTMLInputElement | HTMLTextAreaElement {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return false;
  return target.matches(textFields);
}

/** As if typed, so that the form's state follows. */
function putBack(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype = Object.getPrototypeOf(field) as typeof field;
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
