/** A scanner types, but faster than any hand: at most so many milliseconds lie between two of its keys. */
export const longestGap = 30;
/** Outside of fields nothing is typed by hand after a preamble, so a slow scanner or page is waited for. */
export const longestPause = 150;
/** Of what follows the preamble; less may come from a hand whose fingers roll over the keys. */
const shortestScan = 2;

/** So many characters at that pace come from no hand, on screens that read no preamble. */
const shortestBurst = 4;

/** Keys that followed one another at a scanner's pace, up to now. */
export type Burst = { text: string; lastAt: number };

/** The burst after one more character: the one before goes on, or a new one begins. */
export function grown(burst: Burst | null, character: string, at: number, gap = longestGap): Burst {
  return goesOn(burst, at, gap)
    ? { text: burst.text + character, lastAt: at }
    : { text: character, lastAt: at };
}

/** What came after the preamble; null of keys that do not begin with it, or are not more than it. */
export function scannedAfter(burst: Burst, preamble: string): string | null {
  const isMore = burst.text.startsWith(preamble) && burst.text.length > preamble.length;
  return isMore ? burst.text.slice(preamble.length) : null;
}

/** Whether an Enter that comes at `at` ends a scan, and not what a hand typed. */
export function isScan(burst: Burst | null, preamble: string, at: number, gap = longestGap): boolean {
  return goesOn(burst, at, gap) && (scannedAfter(burst, preamble)?.length ?? 0) >= shortestScan;
}

/** Whether an Enter that comes at `at` ends what a scanner without a preamble has typed. */
export function endsBurst(burst: Burst | null, at: number): boolean {
  return goesOn(burst, at, longestGap) && burst.text.length >= shortestBurst;
}

function goesOn(burst: Burst | null, at: number, gap: number): burst is Burst {
  return burst !== null && at - burst.lastAt <= gap;
}
