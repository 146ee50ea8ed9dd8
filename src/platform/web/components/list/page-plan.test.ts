import { describe, expect, test } from 'vitest';
import { continues, knownLength, planPages } from './use-list-rows.ts';

describe('planPages', () => {
  test('the top of a list needs its first page', () => {
    expect(planPages({ first: 0, end: 20 }, 1_048_576)).toEqual([0]);
  });

  test('scrolling on fetches the next page before its rows are seen', () => {
    expect(planPages({ first: 30, end: 50 }, 1_048_576)).toEqual([0, 1]);
  });

  test('the seen pages come before those ahead', () => {
    expect(planPages({ first: 290, end: 310 }, 1_048_576)).toEqual([2, 3]);
    expect(planPages({ first: 250, end: 270 }, 1_048_576)).toEqual([2, 1, 3]);
  });

  test('no page is asked for beyond the end or of an empty list', () => {
    expect(planPages({ first: 1_048_556, end: 1_048_576 }, 1_048_576)).toEqual([10_485, 10_484]);
    expect(planPages({ first: 0, end: 0 }, 0)).toEqual([0]);
  });
});

describe('continues', () => {
  test('tells a scroll from a jump', () => {
    expect(continues([3, 4], [2, 3])).toBe(true);
    expect(continues([5_000, 5_001], [2, 3])).toBe(false);
  });
});

describe('knownLength', () => {
  const full = { page: 0, rowCount: 100, isLast: false };

  test('without a count: the loaded rows and a page more', () => {
    expect(knownLength([full], null)).toEqual({ rowCount: 200, atLeast: 100, isExact: false });
  });

  test('the count settles it', () => {
    expect(knownLength([full], 1_048_576)).toEqual({
      rowCount: 1_048_576,
      atLeast: 1_048_576,
      isExact: true,
    });
  });

  test('a last page knows better than a count that was taken earlier', () => {
    expect(knownLength([full, { page: 1, rowCount: 7, isLast: true }], 110).rowCount).toBe(107);
  });

  test('a jump beyond the end that found nothing only bounds the list', () => {
    const beyond = { page: 5, rowCount: 0, isLast: true };
    expect(knownLength([full, beyond], 900).rowCount).toBe(500);
    expect(knownLength([full, beyond], 286)).toEqual({ rowCount: 286, atLeast: 286, isExact: true });
    expect(knownLength([full, beyond], null)).toEqual({ rowCount: 200, atLeast: 100, isExact: false });
  });

  test('an empty first page is an empty list', () => {
    expect(knownLength([{ page: 0, rowCount: 0, isLast: true }], null)).toEqual({
      rowCount: 0,
      atLeast: 0,
      isExact: true,
    });
  });

  test('nothing loaded, nothing to scroll to', () => {
    expect(knownLength([], null)).toEqual({ rowCount: 0, atLeast: 0, isExact: false });
  });
});
