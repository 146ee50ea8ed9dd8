import { expect, test } from 'vitest';
import { formatRupees, formatRupeesShort } from './format.ts';

test('rupees are grouped as in India, without decimals', () => {
  expect(formatRupees(123_456)).toBe('₹1,23,456');
  expect(formatRupees(-700)).toBe('-₹700');
});

test.each([
  [99_999, '₹99,999'],
  [100_000, '₹1 L'],
  [340_000, '₹3.4 L'],
  [9_994_999, '₹99.9 L'],
  [9_995_000, '₹1 Cr'],
  [12_000_000, '₹1.2 Cr'],
  [123_456_000_000, '₹12,345.6 Cr'],
])('%i rupees in short are %s', (amount, short) => {
  expect(formatRupeesShort(amount)).toBe(short);
});
