import { expect, test } from 'vitest';
import { formatRupees, formatRupeesShort, parseTypedDay, parseTypedMonth } from './format.ts';

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

test.each([
  ['5/2024', '2024-05'],
  ['05-24', '2024-05'],
  ['May 2024', '2024-05'],
  ['Sept., 2023', null],
  ['sept 2023', '2023-09'],
  ["May'24", '2024-05'],
  ['May-24', '2024-05'],
  ['2024-5', '2024-05'],
  ['01/05/2024', '2024-05'],
  ['13/2024', null],
  ['0/2024', null],
  ['Mai 2024', null],
  ['2024', null],
  ['today', null],
  ['', null],
])('the month %j is %j', (typed, month) => {
  expect(parseTypedMonth(typed)).toBe(month);
});

test('a year of two digits is of the last century where it would lie in the future', () => {
  expect(parseTypedDay('१४/०८/२००२', '2026-01-01')).toBe('2002-08-14');
  expect(parseTypedDay('14/8/98', '2026-01-01', '2026-01-01')).toBe('1998-08-14');
  expect(parseTypedDay('14/8/02', '2026-01-01', '2026-01-01')).toBe('2002-08-14');
  expect(parseTypedDay('14/8/98', '2026-01-01')).toBe('2098-08-14');
});
