import { describe, expect, test } from 'vitest';
import { draftDateFault, draftExpiryWarning } from './rules.ts';

describe('the date of a demand draft', () => {
  test('is today at the latest', () => {
    expect(draftDateFault('2026-03-08', '2026-03-07')).toBe('demand_drafts.drawn_later');
    expect(draftDateFault('2026-03-07', '2026-03-07')).toBeNull();
  });

  test('is at most three calendar months back, month ends included', () => {
    expect(draftDateFault('2025-11-30', '2026-02-28')).toBeNull();
    expect(draftDateFault('2025-11-30', '2026-03-01')).toBe('demand_drafts.stale');
    expect(draftDateFault('2026-01-15', '2026-04-15')).toBeNull();
    expect(draftDateFault('2026-01-15', '2026-04-16')).toBe('demand_drafts.stale');
  });

  test('warns from the 75th day with the days that are left', () => {
    expect(draftExpiryWarning('2026-01-01', '2026-03-16')).toBeNull();
    expect(draftExpiryWarning('2026-01-01', '2026-03-17')).toBe(15);
  });
});
