import { expect, test } from 'vitest';
import { formatAge } from '#shared/age.ts';
import { formatWaiting, waitingInWords } from './waiting-words.ts';

const now = new Date('2026-03-10T01:00:00+05:30');

test('ages are whole days of the calendar of India, beyond a year months and years', () => {
  expect(formatAge('2026-03-10T00:10:00+05:30', now)).toBe('today');
  expect(formatAge('2026-03-09T23:50:00+05:30', now)).toBe('1 day');
  expect(formatAge('2025-09-28T12:00:00+05:30', now)).toBe('163 days');
  expect(formatAge('2025-03-10T12:00:00+05:30', now)).toBe('365 days');
  expect(formatAge('2025-02-28T12:00:00+05:30', now)).toBe('12 months');
  expect(formatAge('2024-03-10T12:00:00+05:30', now)).toBe('23 months');
  expect(formatAge('2024-03-09T12:00:00+05:30', now)).toBe('2 years');
  // A clock that is behind the server's.
  expect(formatAge('2026-03-10T01:00:05+05:30', now)).toBe('today');
});

test('one is said as one', () => {
  const label = { one: 'revocation to confirm', many: 'revocations to confirm' };
  expect(waitingInWords({ count: 1, isMore: false }, label)).toBe('1 revocation to confirm');
  expect(waitingInWords({ count: 0, isMore: false }, label)).toBe('0 revocations to confirm');
  expect(waitingInWords({ count: 1_000, isMore: true }, label)).toBe('1,000+ revocations to confirm');
});

test('counts are grouped, and say that there are more', () => {
  expect(formatWaiting({ count: 37, isMore: false })).toBe('37');
  expect(formatWaiting({ count: 1_000, isMore: true })).toBe('1,000+');
});
