import { useEffect, useEffectEvent } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import { typing } from './irreversible-keys.ts';
import { type Burst, grown, isScan, longestGap, longestPause, scannedAfter } from './scan-burst.ts';

type ScanReader = {
  /** Whether a text is one that it knows; others are offered to the reader around it. */
  accepts: (text: string) => boolean;
  onScan: (text: string) => void;
};

/** Fields into which a scan goes, as it goes into every field without a preamble. */
const fieldsThatTakeScans = '[data-takes-scans]';
/** What is typed there is nobody's to read. */
const secretFields = '[type="password"], [autocomplete="one-time-code"]';

/**
 * Reads what a scanner sends after the preamble that the person has set for it, wherever the focus is. Without a
 * preamble a scan is typing, and goes where typing goes. No key waits for the next one: what went into a field is
 * taken out again once it is known to be a scan.
 */
export function useScanner(reader: ScanReader): void {
  const { scannerPreamble } = useSession().preferences;
  const accepts = useEffectEvent(reader.accepts);
  const onScan = useEffectEvent(reader.onScan);
  useEffect(() => {
    if (scannerPreamble === '') return;
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

/** The screen's own reader is asked before that of the shell around it. */
const readers: ScanReader[] = [];

let preamble = '';
let burst: Burst | null = null;
/** The field that the burst goes into, as it was before. */
let before: { field: HTMLInputElement | HTMLTextAreaElement; value: string } | null = null;
let ending: ReturnType<typeof setTimeout> | undefined;

function onKey(event: KeyboardEvent): void {
  if (event.isComposing || event.key === 'Shift') return;
  const target = event.target instanceof HTMLElement ? event.target : null;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
  if (event.key === 'Enter' && isPlain && isScan(burst, preamble, event.timeStamp, gap())) endScan(event);
  else if (event.key.length !== 1 || !isPlain || target?.matches(secretFields)) burst = null;
  else takeKey(event, target);
}

function takeKey(event: KeyboardEvent, target: HTMLElement | null): void {
  const next = grown(burst, event.key, event.timeStamp, gap());
  if (next.text.length === 1) before = isTyped(target) ? { field: target, value: target.value } : null;
  burst = next;
  const scanned = scannedAfter(next, preamble);
  if (scanned === null) return;
  clearTimeout(ending);
  // Not every scanner ends with Enter.
  ending = setTimeout(() => endScan(null), 2 * gap());
  if (before) return;
  // No shortcut.
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** How long the next key may take. */
function gap(): number {
  return before === null && burst?.text.startsWith(preamble) ? longestPause : longestGap;
}

/** With the Enter that ended it, or when nothing more came. */
function endScan(enter: KeyboardEvent | null): void {
  clearTimeout(ending);
  const ended = burst;
  burst = null;
  if (!ended || !isScan(ended, preamble, ended.lastAt)) return;
  const text = scannedAfter(ended, preamble)!;
  if (before?.field.matches(fieldsThatTakeScans)) {
    // The Enter is the field's own.
    putBack(before.field, before.value + text);
    return;
  }
  enter?.preventDefault();
  enter?.stopImmediatePropagation();
  if (before) putBack(before.field, before.value);
  readers.find((one) => one.accepts(text))?.onScan(text);
}

function isTyped(target: HTMLElement | null): target is HTMLInputElement | HTMLTextAreaElement {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return false;
  return target.matches(typing);
}

/** As if typed, so that the form's state follows. */
function putBack(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const prototype = Object.getPrototypeOf(field) as typeof field;
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
