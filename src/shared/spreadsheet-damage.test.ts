import { expect, test } from 'vitest';
import { findSpreadsheetDamage } from './spreadsheet-damage.ts';

test.each(['2.61E+07', '2,61E+07', '2.61e+7', '1.23456789012346E+15', '3E-05'])(
  '%s is an exponent',
  (text) => {
    expect(findSpreadsheetDamage(text)).toBe('exponent');
  },
);

test.each([
  '01/02/2026',
  '1-2-2026',
  '1.2.2026',
  '2026-02-01',
  '2026-02-01 00:00:00',
  '2026-02-01T00:00:00.000Z',
  '01-Feb-26',
  '1 February 2026',
  '1-Feb',
  'Feb-26',
  ' 31/12/1999 ',
])('%s is a date', (text) => {
  expect(findSpreadsheetDamage(text)).toBe('date');
});

test.each([
  '',
  '24100363',
  '2E10',
  '1E05',
  'COL001231008',
  '24/10/12',
  '2024/123456',
  '1MS20CS001',
  'MAY001',
  '12-2026-001',
  '45/13/20266',
  '9999-99-99',
  'E+07',
])('%s is a number as colleges give it', (text) => {
  expect(findSpreadsheetDamage(text)).toBeNull();
});
