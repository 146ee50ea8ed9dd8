import { describe, expect, test } from 'vitest';
import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { splitLines } from './new-lines.ts';
import { readStatement } from './read-statement.ts';
import { findLayout } from './statement-layout.ts';

function read(...rows: string[][]) {
  const sheet: SpreadsheetRow[] = rows.map((cells, index) => ({ number: index + 1, cells }));
  const layout = findLayout(sheet)!;
  return { layout, ...readStatement(sheet, layout, '2025-12-31') };
}

const short = (lines: ReturnType<typeof read>['lines']) =>
  lines.map(({ valueDate, reference, side, amountPaise, balancePaise }) =>
    [valueDate, reference, side, amountPaise, balancePaise].join(' '),
  );

describe('the layout of', () => {
  test('State Bank of India', () => {
    const { lines, faults } = read(
      ['Account Name', ':', 'FINANCE OFFICER'],
      ['Txn Date', 'Value Date', 'Description', 'Ref No./Cheque No.', 'Debit', 'Credit', 'Balance'],
      ['1 Apr 2025', '1 Apr 2025', 'BY CLEARING', '123456', ' ', '1,23,456.00 ', '10,00,000.00'],
      ['2 Apr 2025', '2 Apr 2025', 'SMS CHARGES', '', '17.70', ' ', '9,99,982.30'],
      ['**This is a computer generated statement and does not require a signature'],
    );
    expect(faults).toEqual([]);
    expect(short(lines)).toEqual([
      '2025-04-01 123456 credit 12345600 100000000',
      '2025-04-02  debit 1770 99998230',
    ]);
  });

  test('HDFC Bank, with lines of asterisks, a summary and its figures', () => {
    const { lines, faults } = read(
      ['********', '********', '********', '********', '********', '********', '********'],
      ['Date', 'Narration', 'Chq./Ref.No.', 'Value Dt', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance'],
      ['********', '********', '********', '********', '********', '********', '********'],
      ['01/04/25', 'CHQ DEP - CTS CLG', '0000000000123456', '02/04/25', '', '700.00', '1,700.00'],
      ['********', '********', '********', '********', '********', '********', '********'],
      ['STATEMENT SUMMARY :-'],
      ['Opening Balance', '', 'Dr Count', 'Cr Count', 'Debits', 'Credits', 'Closing Bal'],
      ['1,000.00', '', '0', '1', '0.00', '700.00', '1,700.00'],
    );
    expect(faults).toEqual([]);
    expect(short(lines)).toEqual(['2025-04-02 0000000000123456 credit 70000 170000']);
  });

  test('Canara Bank, whose cells are formulas for a spreadsheet', () => {
    const { lines, faults } = read(
      ['Txn Date', 'Value Date', 'Cheque No.', 'Description', 'Branch Code', 'Debit', 'Credit', 'Balance'],
      [
        '="01-04-2025 10:22:31"',
        '="01-04-2025"',
        '="123456"',
        'CLG',
        '="0401"',
        '',
        '="700.00"',
        '="1,700.00"',
      ],
      ['="02-04-2025 09:00:00"', '="02-04-2025"', '', 'ATM', '="0401"', '="100.00"', '', '="1,600.00"'],
    );
    expect(faults).toEqual([]);
    expect(short(lines)).toEqual(['2025-04-01 123456 credit 70000 170000', '2025-04-02  debit 10000 160000']);
  });

  test.each([
    ['Axis Bank', 'Tran Date|CHQNO|PARTICULARS|DR|CR|BAL|SOL'],
    ['Bank of Baroda', 'TRAN DATE|CHQ.NO.|NARRATION|WITHDRAWAL(DR)|DEPOSIT(CR)|BALANCE(INR)|BRANCH'],
  ])('%s, with its balance', (_bank, header) => {
    const entry = ['01-04-2025', '123456', 'CLG', '', '700.00', '1,700.00', '0401'];
    expect(short(read(header.split('|'), entry).lines)).toEqual(['2025-04-01 123456 credit 70000 170000']);
  });

  test('one amount with a column that says the side, or with a sign', () => {
    const bySide = read(
      ['Date', 'Particulars', 'Instrument No', 'Dr/Cr', 'Amount (INR)', 'Balance (INR)'],
      ['01/04/2025', 'CLG', '123456', 'CR', '700.00', '-300.00'],
      ['01/04/2025', 'CHG', '', 'DR', '17.70', '317.70 Dr'],
      ['01/04/2025', 'CHG', '', '?', '17.70', '0.00'],
    );
    expect(short(bySide.lines)).toEqual([
      '2025-04-01 123456 credit 70000 -30000',
      '2025-04-01  debit 1770 -31770',
    ]);
    expect(bySide.faults).toEqual([{ rowNumber: 4, column: 'Dr/Cr', found: '?', wanted: 'Cr or Dr' }]);
    const signed = read(
      ['Date', 'Details', 'Amount'],
      ['01/04/2025', 'CLG', '+700'],
      ['01/04/2025', 'CHG', '-17.70'],
    );
    expect(short(signed.lines)).toEqual(['2025-04-01  credit 70000 ', '2025-04-01  debit 1770 ']);
  });

  test('Axis Bank, whose heads are short', () => {
    const { lines, faults } = read(
      ['Tran Date', 'CHQNO', 'PARTICULARS', 'DR', 'CR', 'BAL', 'SOL'],
      ['01-04-2025', '123456', 'BY CLG', '', '700.00', '1,700.00', '248'],
    );
    expect(faults).toEqual([]);
    expect(short(lines)).toEqual(['2025-04-01 123456 credit 70000 170000']);
  });

  test('nobody is not guessed', () => {
    expect(findLayout([{ number: 1, cells: ['Statement of account'] }])).toBeNull();
  });
});

describe('a row', () => {
  const header = ['Date', 'Narration', 'Debit', 'Credit', 'Balance'];

  test('without a day or with an amount on both sides is a fault, and never skipped', () => {
    const { faults } = read(
      header,
      ['', 'CLG', '', '700.00', '700.00'],
      ['01/04/2025', 'CLG', '1.00', '700.00', '700.00'],
      ['01/04/2025', 'CLG', '', '', '700.00'],
      ['01/04/2025', 'CLG', '', '700.00 Dr', '700.00'],
      ['31/04/2025', 'CLG', '', '700.00', 'much'],
    );
    expect(faults.map(({ rowNumber, column }) => `${rowNumber} ${column}`)).toEqual([
      '2 Date',
      '3 Credit',
      '4 Credit',
      '5 Credit',
      '6 Date',
      '6 Balance',
    ]);
  });

  test('whose debit has a minus that others lack may be a refund, and is a fault', () => {
    const debits = (...amounts: string[]) =>
      read(header, ...amounts.map((amount) => ['01/04/2025', 'CHG', amount, '', ''])).faults;
    expect(debits('17.70', '-17.70')).toMatchObject([{ rowNumber: 3, column: 'Debit' }]);
    expect(debits('-17.70', '-5.00')).toEqual([]);
  });

  test('of sums, balances carried forward and repeated headers is no entry', () => {
    const { lines, faults } = read(
      header,
      ['01/04/2025', 'B/F', '', '', '1,000.00'],
      ['01/04/2025', 'CLG', '', '700.00', '1,700.00'],
      ['', 'Page Total', '', '700.00', ''],
      header,
      ['02/04/2025', 'CLG', '', '300.00', '2,000.00'],
      ['', 'Total', '0.00', '1,000.00', ''],
      ['Printed on', '03/04/2025'],
    );
    expect(faults).toEqual([]);
    expect(lines).toHaveLength(2);
  });

  test('with a narration of several lines, or from a web page, is what the bank wrote', () => {
    const { lines, faults } = read(header, [
      '01/04/2025',
      'CLG J&amp;K BANK\n123456',
      '',
      '700.00',
      '700.00',
    ]);
    expect(faults).toEqual([]);
    expect(lines[0]!.description).toBe('CLG J&K BANK 123456');
  });

  test('that repeats the one above is a second entry, unless the balance says that it cannot be', () => {
    const same = ['01/04/2025', 'CLG', '', '700.00', '1,700.00'];
    expect(read(header, same, same).faults).toMatchObject([{ rowNumber: 3, column: 'Balance' }]);
    const withoutBalance = same.slice(0, 4);
    expect(read(header.slice(0, 4), withoutBalance, withoutBalance).lines).toHaveLength(2);
  });
});

describe('balances beside the entries', () => {
  const header = ['Date', 'Narration', 'Debit', 'Credit', 'Balance'];
  const entry = ['01/04/2025', 'CLG', '', '700.00', '1,700.00'];
  const charge = ['02/04/2025', 'CHG', '17.70', '', '1,682.30'];
  const rowsOf = (faults: { rowNumber: number }[]) => faults.map(({ rowNumber }) => rowNumber);

  test.each([
    ['above the table', (paise: string) => [['Opening Balance', `: ${paise}`], header, entry, charge]],
    ['in a row of it', (paise: string) => [header, ['', 'B/F', '', '', paise], entry, charge]],
    ['below a label', (paise: string) => [header, entry, charge, ['Opening Balance', 'Count'], [paise, '2']]],
    [
      'at the end, newest first',
      (paise: string) => [header, charge, entry, ['', 'Opening balance', '', '', paise]],
    ],
  ])('open the account %s', (_where, rows) => {
    expect(read(...rows('1,000.00'))).toMatchObject({ faults: [], isProvenByBalance: true });
    expect(read(...rows('1,000.01')).faults).toHaveLength(1);
  });

  test('on every page, and one beside sums, are checked where they stand', () => {
    const rows = (carried: string, closing: string) => [
      ...[header, entry, ['', 'C/F', '', '', carried], header, ['', 'B/F', '', '', carried], charge],
      ['', 'Closing balance', '17.70', '700.00', closing],
    ];
    expect(read(...rows('1,700.00', '1,682.30'))).toMatchObject({ faults: [], isProvenByBalance: true });
    expect(rowsOf(read(...rows('1,600.00', '1,682.30')).faults)).toEqual([3, 6]);
    expect(rowsOf(read(...rows('1,700.00', '1,700.00')).faults)).toEqual([7]);
  });

  test('of days without entries are between others', () => {
    const opening = (paise: string) => ['', 'Opening balance', '', '', paise];
    const closing = (paise: string) => ['', 'Closing balance', '', '', paise];
    const bare = [entry, charge].map((row) => row.with(4, ''));
    const rows = (between: string) => [
      ...[header, opening('1,000.00'), closing('1,000.00'), opening(between), ...bare],
      ...[closing('1,682.30'), opening('1,682.30'), closing('1,682.30')],
    ];
    expect(read(...rows('1,000.00'))).toMatchObject({ faults: [], isProvenByBalance: true });
    expect(read(...rows('1,100.00')).faults).not.toEqual([]);
  });

  test('are faults where they alone would prove the entries, and cannot be read', () => {
    const closing = ['', 'Closing Balance', '', '', '1,682.3O'];
    expect(rowsOf(read(header, entry.with(4, ''), charge.with(4, ''), closing).faults)).toEqual([4]);
    expect(read(header, entry, charge, closing)).toMatchObject({ faults: [], isProvenByBalance: true });
    const summary = ['Opening Balance', 'Count', '', '', 'Closing Bal'];
    expect(read(header, entry, charge, summary).faults).toEqual([]);
  });

  test('prove nothing where the last entry has none after it', () => {
    const rows = [header, entry, charge.with(4, '')];
    expect(read(...rows)).toMatchObject({ faults: [], isProvenByBalance: false });
    expect(read(header, entry.with(4, ''), charge).isProvenByBalance).toBe(false);
  });
});

describe('statements that overlap', () => {
  const line = (balancePaise: number | null) => ({ key: '2025-04-01 credit 70000 123456', balancePaise });

  test('share the lines with the same balance, however often an amount comes', () => {
    const { taken, repeated } = splitLines([line(200), line(300), line(400)], [line(200), line(300)]);
    expect(taken.map(({ balancePaise }) => balancePaise)).toEqual([400]);
    expect(repeated).toHaveLength(2);
  });

  test('without a balance share as many equal lines as were there', () => {
    const { taken, repeated } = splitLines([line(null), line(null), line(null)], [line(null), line(null)]);
    expect(taken.map(({ occurrence }) => occurrence)).toEqual([3]);
    expect(repeated).toHaveLength(2);
  });

  test('of which one has a balance and the other none share their lines, too', () => {
    expect(splitLines([line(null)], [line(200)]).taken).toEqual([]);
    expect(splitLines([line(200)], [line(null)]).taken).toEqual([]);
  });
});

describe('an amount column for both sides', () => {
  const header = ['Date', 'Description', 'Ref No', 'Amount'];

  test('in which no amount says its side is refused: a payment out is no money of a draft', () => {
    const { lines, faults } = read(
      header,
      ['01/04/2025', 'BY CLEARING', '123456', '700.00'],
      ['02/04/2025', 'CHARGES', '', '17.70'],
    );
    expect(lines).toEqual([]);
    expect(faults).toMatchObject([
      { rowNumber: 2, column: 'Amount', found: '700.00' },
      { rowNumber: 3, column: 'Amount', found: '17.70' },
    ]);
  });

  test.each([
    ['only credits are marked, the others may be either', ['700.00 Cr', '17.70'], [3]],
    ['both sides are marked, a bare amount may be either', ['700.00 Cr', '17.70 Dr', '5.00'], [4]],
    ['only debits are marked, the others are credits', ['700.00', '17.70 Dr'], []],
    ['every amount is marked, each says its side', ['700.00 Cr', '17.70 Dr'], []],
  ])('where %s', (_what, amounts, rows) => {
    const entries = amounts.map((amount) => ['01/04/2025', 'BY CLEARING', '', amount]);
    expect(read(header, ...entries).faults.map(({ rowNumber }) => rowNumber)).toEqual(rows);
  });

  test('and a column for the side that says something else is refused', () => {
    const { faults } = read(
      ['Date', 'Details', 'Dr/Cr', 'Amount'],
      ['01/04/2025', 'CLG', 'CR', '-700.00'],
      ['01/04/2025', 'CHG', 'DR', '-17.70'],
    );
    expect(faults).toMatchObject([{ rowNumber: 2, column: 'Dr/Cr' }]);
  });

  test('with a minus before what was paid out has the others as credits', () => {
    const { lines, faults } = read(
      header,
      ['01/04/2025', 'BY CLEARING', '123456', '700.00'],
      ['02/04/2025', 'CHARGES', '', '-17.70'],
    );
    expect(faults).toEqual([]);
    expect(lines.map(({ side }) => side)).toEqual(['credit', 'debit']);
  });
});
