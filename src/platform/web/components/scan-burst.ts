/** A scanner types, but faster than any hand: at most so many milliseconds lie between two of its keys. */
export const longestGap = 30;
/** What is shorter may come from a hand whose fingers roll over the keys. */
const shortestScan = 4;

/** Keys that followed one another at a scanner's pace, up to now. */
export type Burst = { text: string; lastAt: number };

/** The burst after one more character: the one before goes on, or a new one begins. */
export function grown(burst: Burst | null, character: string, at: number): Burst {
  return goesOn(burst, at) ? { text: burst.text + character, lastAt: at } : { text: character, lastAt: at };
}

export function goesOn(burst: Burst | null, at: number): burst is Burst {
  return burst !== null && at - burst.lastAt <= longestGap;
}

/** What was scanned, when an Enter comes at `at`; null when a hand typed it. */
export function scannedText(burst: Burst | null, at: number): string | null {
  return goesOn(burst, at) && burst.text.length >= shortestScan ? burst.text : null;
}
