/** A scanner types faster than any person: at most this many milliseconds between two keys. */
export const maximumGap = 30;
/** Outside of fields nobody types after a preamble, so a slow scanner or page gets more time. */
export const maximumPause = 150;
/** Minimum length after the preamble; shorter bursts may come from fast typing. */
const minimumScanLength = 2;

/** Without a preamble, this many characters at that pace count as a scan. */
const minimumBurstLength = 4;

/** Keys that followed each other at a scanner's pace so far. */
export type Burst = { text: string; lastAt: number };

/** Adds a character to the burst, or begins a new one. */
export function addToBurst(burst: Burst | null, character: string, at: number, gap = maximumGap): Burst {
  return continuesBurst(burst, at, gap)
    ? { text: burst.text + character, lastAt: at }
    : { text: character, lastAt: at };
}

/** The text after the preamble; null if the burst does not begin with it, or has nothing more. */
export function scannedAfter(burst: Burst, preamble: string): string | null {
  const isMore = burst.text.startsWith(preamble) && burst.text.length > preamble.length;
  return isMore ? burst.text.slice(preamble.length) : null;
}

/** Whether an Enter at `at` ends a scan rather than typing. */
export function isScan(burst: Burst | null, preamble: string, at: number, gap = maximumGap): boolean {
  return continuesBurst(burst, at, gap) && (scannedAfter(burst, preamble)?.length ?? 0) >= minimumScanLength;
}

/** Whether an Enter at `at` ends the burst of a scanner without a preamble. */
export function endsBurst(burst: Burst | null, at: number): boolean {
  return continuesBurst(burst, at, maximumGap) && burst.text.length >= minimumBurstLength;
}

function continuesBurst(burst: Burst | null, at: number, gap: number): burst is Burst {
  return burst !== null && at - burst.lastAt <= gap;
}
