import { useEffect, useEffectEvent } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import { typing } from './irreversible-keys.ts';
import { characterOf } from './physical-keys.ts';
import {
  addToBurst,
  type Burst,
  beginsWith,
  endsBurst,
  isScan,
  maximumGap,
  maximumPause,
  scannedAfter,
} from './scan-burst.ts';

type ScanReader = {
  /** Whether it handles this text; others are passed to the outer reader. */
  accepts: (text: string) => boolean;
  onScan: (text: string) => void;
};

/** Fields that accept scans as typed text, as every field does without a preamble. */
const scanFields = '[data-takes-scans]';
const searchFields = '[enterkeyhint="search"]';
/** Never read what is typed there. */
const secretFields = '[type="password"], [autocomplete="one-time-code"]';

/**
 * Reads scans after the preamble in the person's preferences, wherever the focus is. Without a preamble a scan is just
 * typing; fields for scans and searches still read it by its keys if the layout made other letters of it. Keys are not
 * delayed: characters that went into a field are removed again once they are known to be a scan.
 */
export function useScanner(reader: ScanReader = onlyFields): void {
  const { scannerPreamble } = useSession().preferences;
  const accepts = useEffectEvent(reader.accepts);
  const onScan = useEffectEvent(reader.onScan);
  useEffect(() => {
    const registered: ScanReader = { accepts, onScan };
    readers.unshift(registered);
    preamble = scannerPreamble;
    if (readers.length === 1) window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      readers.splice(readers.indexOf(registered), 1);
      if (readers.length === 0) window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [scannerPreamble]);
}

const onlyFields: ScanReader = { accepts: () => false, onScan: () => {} };

/** The screen's reader is asked before the shell's. */
const readers: ScanReader[] = [];

type TextField = HTMLInputElement | HTMLTextAreaElement;
type Before = {
  field: TextField;
  value: string;
  /** What of that stays on both sides of what the burst replaces. */
  head: string;
  tail: string;
};

let preamble = '';
let burst: Burst | null = null;
/** The field that the burst goes into, with its earlier value. */
let before: Before | null = null;
let ending: ReturnType<typeof setTimeout> | undefined;

function onKey(event: KeyboardEvent): void {
  if (event.isComposing || event.key === 'Shift') return;
  const target = event.target instanceof HTMLElement ? event.target : null;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
  if (event.key === 'Enter' && isPlain && isScan(burst, preamble, event.timeStamp, gap())) endScan(event);
  else if (event.key === 'Enter' && isPlain) readByKeys(event);
  else if (characterOf(event) === null || !isPlain || target?.matches(secretFields)) burst = null;
  else addKey(event, target);
}

function addKey(event: KeyboardEvent, target: HTMLElement | null): void {
  const next = addToBurst(burst, event, gap());
  if (next.text.length === 1) before = isTyped(target) ? partsOf(target) : null;
  burst = next;
  const scanned = scannedAfter(next, preamble);
  if (scanned === null) return;
  clearTimeout(ending);
  // Not every scanner ends with Enter.
  ending = setTimeout(() => endScan(null), 2 * gap());
  if (before) return;
  // Keep it from triggering a shortcut.
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Time limit for the next key. */
function gap(): number {
  const isAfterPreamble = burst !== null && beginsWith(burst, preamble);
  return before === null && isAfterPreamble ? maximumPause : maximumGap;
}

/** A scan without a preamble, which its Enter ends in a field that takes scans. */
function readByKeys(enter: KeyboardEvent): void {
  const ended = burst;
  burst = null;
  if (!ended?.isOfOtherScript || !endsBurst(ended, enter.timeStamp)) return;
  if (before?.field.matches(`${scanFields}, ${searchFields}`)) replaceBurst(before, ended.text);
}

/** Called with the Enter that ended it, or after a timeout. */
function endScan(enter: KeyboardEvent | null): void {
  clearTimeout(ending);
  const ended = burst;
  burst = null;
  if (!ended || !isScan(ended, preamble, ended.lastAt)) return;
  const text = scannedAfter(ended, preamble)!;
  if (before?.field.matches(scanFields)) {
    // The Enter belongs to the field.
    replaceBurst(before, text);
    return;
  }
  enter?.preventDefault();
  enter?.stopImmediatePropagation();
  if (before) setFieldValue(before.field, before.value);
  readers.find((one) => one.accepts(text))?.onScan(text);
}

function partsOf(field: TextField): Before {
  const { value, selectionStart, selectionEnd } = field;
  const [head, tail] = [
    value.slice(0, selectionStart ?? undefined),
    value.slice(selectionEnd ?? value.length),
  ];
  return { field, value, head, tail };
}

function replaceBurst({ field, head, tail }: Before, text: string): void {
  setFieldValue(field, head + text + tail);
}

function isTyped(target: HTMLElement | null): target is TextField {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return false;
  return target.matches(typing);
}

/** As if typed, so that the form's state follows. */
function setFieldValue(field: TextField, value: string): void {
  const prototype = Object.getPrototypeOf(field) as typeof field;
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
