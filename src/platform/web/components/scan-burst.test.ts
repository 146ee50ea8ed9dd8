import { describe, expect, test } from 'vitest';
import { addToBurst, type Burst, endsBurst, isScan, scannedAfter } from './scan-burst.ts';

/** The burst after these keys, each so many milliseconds after the one before, and the moment of the last. */
function typed(keys: string, gap: number, start: Burst | null = null): Burst {
  let burst = start;
  let at = start?.lastAt ?? 1_000;
  for (const key of keys) {
    at += gap;
    burst = addToBurst(burst, { key, code: '', shiftKey: false, timeStamp: at });
  }
  return burst!;
}

describe('a burst that Enter ends', () => {
  test('is a scan when it begins with the preamble and no gap is longer than 30 ms', () => {
    const burst = typed('~ACK000123', 30);
    expect(isScan(burst, '~', burst.lastAt + 30)).toBe(true);
    expect(scannedAfter(burst, '~')).toBe('ACK000123');
  });

  test('is a scan when Caps Lock changed the letters of the preamble', () => {
    expect(scannedAfter(typed(']c1ack000123', 5), ']C1')).toBe('ack000123');
  });

  test('is none without the preamble, whoever typed it', () => {
    const burst = typed('ACK000123', 5);
    expect(isScan(burst, '~', burst.lastAt + 5)).toBe(false);
    expect(scannedAfter(burst, '~')).toBeNull();
  });

  test('is none when a hand typed it', () => {
    const burst = typed('~ACK000123', 31);
    expect(isScan(burst, '~', burst.lastAt + 1)).toBe(false);
  });

  test('is none when the Enter came later', () => {
    const burst = typed('~ACK000123', 5);
    expect(isScan(burst, '~', burst.lastAt + 31)).toBe(false);
  });

  test('is none with less than two characters after the preamble', () => {
    expect(isScan(typed('~1', 5), '~', 1_015)).toBe(false);
    expect(isScan(typed('~12', 5), '~', 1_020)).toBe(true);
    expect(isScan(typed(']C1', 5), ']C', 1_020)).toBe(false);
  });

  test('holds only what came after the last pause', () => {
    const byHand = typed('as', 120);
    const later = typed('~', 200, byHand);
    const scan = typed('00123', 8, later);
    expect(scannedAfter(scan, '~')).toBe('00123');
  });
});

describe('what a scanner types without a preamble', () => {
  test('is known by its pace, and by four characters', () => {
    const burst = typed('R123', 30);
    expect(endsBurst(burst, burst.lastAt + 30)).toBe(true);
    expect(endsBurst(typed('R12', 5), 1_015)).toBe(false);
  });

  test('is nothing that a hand typed, and nothing whose Enter came later', () => {
    const byHand = typed('R1234567', 31);
    expect(endsBurst(byHand, byHand.lastAt + 1)).toBe(false);
    const burst = typed('R1234567', 5);
    expect(endsBurst(burst, burst.lastAt + 31)).toBe(false);
  });
});

test('without a key before it an Enter is an Enter', () => {
  expect(isScan(null, '~', 1_000)).toBe(false);
  expect(endsBurst(null, 1_000)).toBe(false);
});
