import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  comparedDays,
  figureWords,
  overviewShares,
  trendDefinition,
  trendOf,
  yearsToChoose,
} from './rules.ts';

describe('a trend', () => {
  test.each([
    ['2026-11-21', { thisFrom: '2026-11-01', lastFrom: '2026-10-01', lastTo: '2026-10-21' }],
    ['2026-11-01', { thisFrom: '2026-11-01', lastFrom: '2026-10-01', lastTo: '2026-10-01' }],
    ['2026-01-15', { thisFrom: '2026-01-01', lastFrom: '2025-12-01', lastTo: '2025-12-15' }],
    ['2026-03-31', { thisFrom: '2026-03-01', lastFrom: '2026-02-01', lastTo: '2026-02-28' }],
  ])('on %s compares the same days of both months', (today, days) => {
    expect(comparedDays(today)).toEqual(days);
  });

  test.each([
    [{ thisMonth: 12, lastMonth: 8 }, 50],
    [{ thisMonth: 0, lastMonth: 8 }, -100],
    [{ thisMonth: 8, lastMonth: 8 }, 0],
    [{ thisMonth: 3, lastMonth: 0 }, null],
    [{ thisMonth: 0, lastMonth: 0 }, 0],
  ])('of %o is %s', (figure, trend) => {
    expect(trendOf(figure)).toBe(trend);
  });
});

test('the shares of the overview make up 100, or nothing', () => {
  expect(overviewShares({ pending: 12, approved: 28 })).toEqual({ pending: 30, approved: 70 });
  expect(overviewShares({ pending: 1, approved: 2 })).toEqual({ pending: 33, approved: 67 });
  expect(overviewShares({ pending: 0, approved: 0 })).toEqual({ pending: 0, approved: 0 });
});

test('the years are those since the first revenue, with 2024 and 2025, newest first', () => {
  expect(yearsToChoose(2022, 2026)).toEqual([2026, 2025, 2024, 2023, 2022]);
  expect(yearsToChoose(2026, 2026)).toEqual([2026, 2025, 2024]);
  expect(yearsToChoose(2025, 2024)).toEqual([2025, 2024]);
});

test('docs/domain.md defines every figure as the screen does', () => {
  const domain = readFileSync('docs/domain.md', 'utf8');
  for (const { label, definition } of Object.values(figureWords)) {
    expect(domain).toContain(`| ${label} | ${definition} |`);
  }
  expect(domain).toContain(trendDefinition);
});
