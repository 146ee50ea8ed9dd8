import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  maximumTop,
  rangeAt,
  scrollOfTop,
  type Track,
  topOfScroll,
  topRevealing,
  trackHeight,
} from './use-row-window.ts';

const million: Track = { rowCount: 1_048_576, rowHeight: 40, viewHeight: 560 };
const dozen: Track = { rowCount: 12, rowHeight: 40, viewHeight: 560 };

describe('a list that fits', () => {
  test('is neither scaled nor scrolled', () => {
    expect(trackHeight(dozen)).toBe(480);
    expect(maximumTop(dozen)).toBe(0);
    expect(rangeAt(dozen, 0)).toEqual({ first: 0, end: 12 });
  });
});

describe('a million rows', () => {
  test('stay below the cap of every browser', () => {
    expect(trackHeight(million)).toBeLessThan(16_000_000);
  });

  test('the end of the scrollbar is the last row', () => {
    const top = topOfScroll(million, trackHeight(million) - million.viewHeight);
    expect(top).toBe(maximumTop(million));
    expect(rangeAt(million, top).end).toBe(million.rowCount);
  });

  test('the scrollbar and the offset translate into each other and keep their order', () => {
    fc.assert(
      fc.property(
        fc.nat(maximumTop(million)),
        fc.integer({ min: 700, max: 1_048_576 }),
        fc.nat(1_000_000),
        (wanted, rowCount, further) => {
          const track = { ...million, rowCount };
          const top = Math.min(wanted, maximumTop(track));
          const scroll = scrollOfTop(track, top);
          expect(scroll).toBeLessThanOrEqual(trackHeight(track) - track.viewHeight);
          expect(topOfScroll(track, scroll)).toBeCloseTo(top, 2);
          const later = Math.min(top + further, maximumTop(track));
          expect(scrollOfTop(track, later)).toBeGreaterThanOrEqual(scroll);
        },
      ),
    );
  });

  test('near both ends a pixel is a pixel', () => {
    expect(topOfScroll(million, 400)).toBe(400);
    const end = trackHeight(million) - million.viewHeight;
    expect(maximumTop(million) - topOfScroll(million, end - 400)).toBe(400);
  });

  test('the drawn rows cover what is seen, wherever that is', () => {
    fc.assert(
      fc.property(fc.nat(maximumTop(million)), (top) => {
        const { first, end } = rangeAt(million, top);
        expect(first * 40).toBeLessThanOrEqual(top);
        expect(end * 40).toBeGreaterThanOrEqual(top + million.viewHeight);
        expect(end - first).toBeLessThan(30);
      }),
    );
  });

  test('revealing a row moves no further than needed', () => {
    expect(topRevealing(million, 4000, 105)).toBe(4000);
    expect(topRevealing(million, 4000, 99)).toBe(3960);
    expect(topRevealing(million, 4000, 114)).toBe(4040);
    expect(topRevealing(million, 0, 1_048_575)).toBe(maximumTop(million));
  });
});
