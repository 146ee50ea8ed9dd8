import { describe, expect, test } from 'vitest';
import { type Burst, grown, scannedText } from './scan-burst.ts';

/** The burst after these keys, each so many milliseconds after the one before, and the moment of the last. */
function typed(keys: string, gap: number, start: Burst | null = null): Burst {
  let burst = start;
  let at = start?.lastAt ?? 1_000;
  for (const key of keys) {
    at += gap;
    burst = grown(burst, key, at);
  }
  return burst!;
}

describe('a burst that Enter ends', () => {
  test('is a scan when no gap is longer than 30 ms', () => {
    const burst = typed('ACK000123', 30);
    expect(scannedText(burst, burst.lastAt + 30)).toBe('ACK000123');
  });

  test('is none when a hand typed it', () => {
    const burst = typed('ACK000123', 31);
    expect(scannedText(burst, burst.lastAt + 1)).toBeNull();
  });

  test('is none when the Enter came later', () => {
    const burst = typed('ACK000123', 5);
    expect(scannedText(burst, burst.lastAt + 31)).toBeNull();
  });

  test('is none below four characters', () => {
    expect(scannedText(typed('123', 5), 1_020)).toBeNull();
    expect(scannedText(typed('1234', 5), 1_025)).toBe('1234');
  });

  test('holds only what came after the last pause', () => {
    const byHand = typed('as', 120);
    const later = grown(byHand, '0', byHand.lastAt + 200);
    expect(scannedText(typed('00123', 8, later), later.lastAt + 48)).toBe('000123');
  });
});

test('without a key before it an Enter is an Enter', () => {
  expect(scannedText(null, 1_000)).toBeNull();
});
