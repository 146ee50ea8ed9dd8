import { characterOf, isOfOtherScript } from './physical-keys.ts';

/** A scanner types faster than any person: at most this many milliseconds between two keys. */
export const maximumGap = 30;
/** Outside of fields nobody types after a preamble, so a slow scanner or page gets more time. */
export const maximumPause = 150;
/** Minimum length after the preamble; shorter bursts may come from fast typing. */
const minimumScanLength = 2;

/**
 * Without a preamble, this many characters at that pace count as a scan. Also with one under another layout, where the
 * preamble is a letter that people type.
 */
const minimumBurstLength = 4;

/** Keys that followed each other at a scanner's pace so far. */
export type Burst = {
  /** As a scanner means them. */
  text: string;
  /** Whether a layout made letters of another script of them. */
  isOfOtherScript: boolean;
  lastAt: number;
};

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'timeStamp'>;

/** Adds a key that types something to the burst, or begins a new one. */
export function addToBurst(burst: Burst | null, press: Press, gap = maximumGap): Burst {
  const before = continuesBurst(burst, press.timeStamp, gap) ? burst : null;
  return {
    text: (before?.text ?? '') + characterOf(press),
    isOfOtherScript: (before?.isOfOtherScript ?? false) || isOfOtherScript(press),
    lastAt: press.timeStamp,
  };
}

/** Whether the preamble came first, also with its letters changed by Caps Lock. */
export function beginsWith(burst: Burst, preamble: string): boolean {
  return preamble !== '' && burst.text.toLowerCase().startsWith(preamble.toLowerCase());
}

/** The text after the preamble; null if there is none, the burst does not begin with it, or has nothing more. */
export function scannedAfter(burst: Burst, preamble: string): string | null {
  const isMore = beginsWith(burst, preamble) && burst.text.length > preamble.length;
  return isMore ? burst.text.slice(preamble.length) : null;
}

/** Whether an Enter at `at` ends a scan rather than typing. */
export function isScan(burst: Burst | null, preamble: string, at: number, gap = maximumGap): boolean {
  if (!continuesBurst(burst, at, gap)) return false;
  const minimum = burst.isOfOtherScript ? minimumBurstLength : minimumScanLength;
  return (scannedAfter(burst, preamble)?.length ?? 0) >= minimum;
}

/** Whether an Enter at `at` ends the burst of a scanner without a preamble. */
export function endsBurst(burst: Burst | null, at: number): boolean {
  return continuesBurst(burst, at, maximumGap) && burst.text.length >= minimumBurstLength;
}

function continuesBurst(burst: Burst | null, at: number, gap: number): burst is Burst {
  return burst !== null && at - burst.lastAt <= gap;
}
