import { describe, expect, test } from 'vitest';
import { readStatementAmount, readStatementDay } from './statement-cells.ts';

describe('the day of a statement', () => {
  test.each([
    ['01/04/2026', '2026-04-01'],
    ['1/4/26', '2026-04-01'],
    ['01-04-2026', '2026-04-01'],
    ['01.04.2026', '2026-04-01'],
    ['01-APR-26', '2026-04-01'],
    ['1 Apr 2026', '2026-04-01'],
    ['01 April, 2026', '2026-04-01'],
    ['2026-04-01', '2026-04-01'],
    ['01/04/2026 10:22:31', '2026-04-01'],
    ['01-04-2026 10:22 AM', '2026-04-01'],
    ['="01-04-2026 10:22:31"', '2026-04-01'],
    ['29/02/2024', '2024-02-29'],
    ['೦೧/೦೪/೨೦೨೬', '2026-04-01'],
  ])('%s is read', (cell, day) => {
    expect(readStatementDay(cell)).toBe(day);
  });

  test.each(['04/25/2026', '31/04/2026', '29/02/2026', '2026', '1 Apr', 'today', '20260401', '', 'Total'])(
    '%s is no day',
    (cell) => {
      expect(readStatementDay(cell)).toBeNull();
    },
  );
});

describe('the amount of a statement', () => {
  test.each([
    ['700', 70_000, null],
    ['1,23,456.00', 12_345_600, null],
    ['123,456.50', 12_345_650, null],
    ['₹ 1,23,456.00', 12_345_600, null],
    ['Rs. 700.00', 70_000, null],
    ['700.00 Cr', 70_000, 'credit'],
    ['700.00Dr.', 70_000, 'debit'],
    ['700.00 (Cr)', 70_000, 'credit'],
    ['INR 700.00 Dr', 70_000, 'debit'],
    ['-700.00', 70_000, 'debit'],
    ['+ 700.00', 70_000, 'credit'],
    ['700.00-', 70_000, 'debit'],
    ['(700.00)', 70_000, 'debit'],
    ['="17.70"', 1_770, null],
    ['1234.5', 123_450, null],
    ['१,२३,४५६.००', 12_345_600, null],
    ['\u221270\u200b0.00', 70_000, 'debit'],
  ])('%s is read', (cell, paise, side) => {
    expect(readStatementAmount(cell)).toEqual({ paise, side });
  });

  test.each(['', ' ', '-', '0.00', '0', 'NIL', '\u00a0'])('%j has none', (cell) => {
    expect(readStatementAmount(cell)).toBeNull();
  });

  test.each(['1.234,00', '7,00', '1,2345', '700.000', 'seven', '700 800', '-700 Cr', '12,34'])(
    '%s cannot be read',
    (cell) => {
      expect(readStatementAmount(cell)).toBeUndefined();
    },
  );
});
