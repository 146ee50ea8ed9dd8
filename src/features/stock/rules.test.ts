import { describe, expect, test } from 'vitest';
import { blankStates, type DiscrepancyKind, discrepancyKinds, resolutionsOf } from './custody.ts';
import { formatQuantity, stockCan } from './rules.ts';
import { formatRanges, mergeRanges, parseSerials, rangesOf, sheetsIn } from './serials.ts';

describe('serials', () => {
  test.each([
    ['A001001', 'A001001'],
    ['a1001-a1003, A001005', 'A001001–A001003, A001005'],
    ['A001001–1003', 'A001001–A001003'],
    ['A001003 to A001004; A001001\nA001002', 'A001001–A001004'],
    ['A001001\r\n\tA001002\r\nA001001\r\n\r\n', 'A001001–A001002'],
    ['B000001 A000002 A000001', 'A000001–A000002, B000001'],
  ])('typed as %s are %s', (typed, wanted) => {
    const { ranges, faulty } = parseSerials(typed);
    expect(faulty).toBeNull();
    expect(formatRanges(ranges)).toBe(wanted);
  });

  test.each(['A', '17', 'A001005-A001001', 'A000001-B000002', 'A0000001', 'ABCDE1', 'A000000'])(
    'typed as %s cannot be read',
    (typed) => {
      expect(parseSerials(`A000001, ${typed}`).faulty).not.toBeNull();
    },
  );

  test('that repeat count once', () => {
    const merged = mergeRanges([
      { prefix: 'A', first: 5, last: 9 },
      { prefix: 'A', first: 1, last: 6 },
    ]);
    expect(merged).toEqual([{ prefix: 'A', first: 1, last: 9 }]);
    expect(sheetsIn(rangesOf(['A000002', 'A000001', 'A000002']))).toBe(2);
  });
});

test('whoever received or changed stock does not approve it, and an approved one stays', () => {
  const record = { contributorIds: ['a', 'b'], approvedBy: null };
  expect(stockCan.approve(record, 'a')).toBe('stock.own_receipt');
  expect(stockCan.approve(record, 'b')).toBe('stock.own_receipt');
  expect(stockCan.approve(record, 'c')).toBe(true);
  const approved = { ...record, approvedBy: 'Suresh' };
  expect(stockCan.approve(approved, 'c')).toBe('stock.already_approved');
  expect(stockCan.delete(approved)).toBe('stock.approved_not_deleted');
  expect(stockCan.change(approved)).toBe('stock.approved_stays');
});

test('a quantity is a number with its unit', () => {
  expect(formatQuantity(1, 'cartridges')).toBe('1 cartridge');
  expect(formatQuantity(2_500, 'ml')).toBe('2,500 ml');
  expect(formatQuantity(1_00_000, 'sheets')).toBe('1,00,000 sheets');
});

test('every discrepancy can at least be explained', () => {
  for (const kind of discrepancyKinds satisfies readonly DiscrepancyKind[])
    for (const state of [null, ...blankStates]) expect(resolutionsOf({ kind, state })).toContain('explained');
});
