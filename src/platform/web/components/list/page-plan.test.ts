import { describe, expect, test } from 'vitest';
import { continues, planPages } from './page-plan.ts';

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
