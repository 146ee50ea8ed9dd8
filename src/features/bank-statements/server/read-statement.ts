import { isBlank, type SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { t } from '#shared/words.ts';
import type { StatementColumns, StatementField } from '../contract.ts';
import { damagedCells, miscountedRows, swappedDays } from './doubtful-rows.ts';
import { proveLines } from './prove-lines.ts';
import type { ReadLine, ReadStatement, StatementFault } from './read-line.ts';
import { statedBalances, unreadBalances } from './stated-balances.ts';
import {
  amountWanted,
  readStatementAmount,
  readStatementBalance,
  readStatementDay,
} from './statement-cells.ts';
import { cellOf, columnOf, filledCells, isHeader, type StatementLayout } from './statement-layout.ts';

const dayWanted = t`a date, the day first: 07/03/2026 or 07-Mar-2026`;

/** Rows without a date that contain these words are sums or carried balances, not entries. */
const carried = /\b(?:opening|closing|balance|b\/?f|c\/?f|brought|carried|total|totals|page)\b/i;
/** Words that start the footer, if no entry follows. */
const footer =
  /\b(?:statement summary|summary|end of statement|grand total|totals?|legends?|disclaimer|abbreviations?|(?:opening|closing) balance|generated|computer generated|this is a)\b/i;

/** Reads the rows below the header, of which none is booked after `today`; with any fault, the result is unusable. */
export function readStatement(
  rows: readonly SpreadsheetRow[],
  layout: StatementLayout,
  today: string,
): ReadStatement {
  const entries = entriesBelow(rows, layout);
  const faults = [
    ...miscountedRows(entries, layout),
    ...damagedCells(entries, layout),
    ...swappedDays(entries, layout),
    ...unreadBalances(rows, entries, layout),
  ];
  const lines: ReadLine[] = [];
  const isFaulty = new Set(faults.map(({ rowNumber }) => rowNumber));
  const marks = {
    debit: marksIn(entries, layout.columns, 'debit'),
    amount: marksIn(entries, layout.columns, 'amount'),
  };
  for (const row of entries) {
    if (isFaulty.has(row.number)) continue;
    const line = readLine(row, layout, { faults, marks, today });
    if (line) lines.push(line);
  }
  if (faults.length > 0) return { lines, faults, isProvenByBalance: false };
  return { lines, ...proveLines(lines, statedBalances(rows, entries, layout), layout) };
}

/** The rows that are entries: no blank rows, repeated headers, sums or footer. */
function entriesBelow(rows: readonly SpreadsheetRow[], layout: StatementLayout): SpreadsheetRow[] {
  const below = rows.filter((row) => row.number > layout.headerRow && !isRule(row));
  const lastDated = below.findLastIndex((row) => dayOf(row, layout.columns) !== null);
  const footAt = below.findIndex((row, at) => at > lastDated && footer.test(row.cells.join(' ')));
  const table = footAt < 0 ? below : below.slice(0, footAt);
  return table.filter((row) => {
    if (isHeader(row, layout)) return false;
    if (dayOf(row, layout.columns) !== null) return !isOpeningOrClosing(row, layout.columns);
    const hasAmount = fieldCells(row, layout.columns, ['debit', 'credit', 'amount']).some(
      (cell) => readStatementAmount(cell) !== null,
    );
    const hasDay = fieldCells(row, layout.columns, ['bookedOn', 'valueDate']).some((cell) => cell !== '');
    if (carried.test(row.cells.join(' ')) && !hasDay) return false;
    // Excludes text continued from the entry above, and lines of asterisks.
    return hasAmount || (hasDay && filledCells(row) > 2);
  });
}

/** A blank row, or a line drawn with asterisks or dashes. */
function isRule(row: SpreadsheetRow): boolean {
  return isBlank(row) || row.cells.every((cell) => /^[\s*=_#-]*$/.test(cell));
}

/** A carried balance has a date but no amount. */
function isOpeningOrClosing(row: SpreadsheetRow, columns: StatementColumns): boolean {
  const amounts = fieldCells(row, columns, ['debit', 'credit', 'amount']);
  return carried.test(row.cells.join(' ')) && amounts.every((cell) => readStatementAmount(cell) === null);
}

/** The sides that signs and suffixes of a column say; null among them if an amount has none. */
type Marks = Record<'debit' | 'amount', Set<ReadLine['side'] | null>>;

function marksIn(rows: readonly SpreadsheetRow[], columns: StatementColumns, field: keyof Marks) {
  return new Set(
    rows.flatMap((row) => {
      const amount = readStatementAmount(cellOf(row, columns, field));
      return amount ? [amount.side] : [];
    }),
  );
}

function readLine(
  row: SpreadsheetRow,
  layout: StatementLayout,
  { faults, marks, today }: { faults: StatementFault[]; marks: Marks; today: string },
): ReadLine | null {
  const { columns } = layout;
  const before = faults.length;
  const note = (field: StatementField, wanted: string) =>
    faults.push({
      rowNumber: row.number,
      column: columnOf(layout, field),
      found: cellOf(row, columns, field),
      wanted,
    });
  const day = (field: 'bookedOn' | 'valueDate') => {
    const cell = cellOf(row, columns, field);
    const found = readStatementDay(cell);
    if (cell !== '' && found === null) note(field, dayWanted);
    return found;
  };
  const bookedOn = day('bookedOn');
  const valueDate = day('valueDate') ?? bookedOn;
  if (faults.length === before && valueDate === null) note('bookedOn', dayWanted);
  if (bookedOn !== null && bookedOn > today) note('bookedOn', t`a day that is not after today`);
  const amount = readSides(row, columns, { note, marks });
  const balance = balanceOf(row, columns, note);
  if (faults.length > before || !valueDate || !amount) return null;
  return {
    rowNumber: row.number,
    bookedOn: bookedOn ?? valueDate,
    valueDate,
    description: cellOf(row, columns, 'description').slice(0, 500),
    reference: referenceOf(row, columns),
    side: amount.side,
    amountPaise: amount.paise,
    balancePaise: balance,
  };
}

type Note = (field: StatementField, wanted: string) => void;

function readSides(
  row: SpreadsheetRow,
  columns: StatementColumns,
  { note, marks }: { note: Note; marks: Marks },
): { side: ReadLine['side']; paise: number } | null {
  if (columns.amount !== null) return readSignedAmount(row, columns, { note, marks });
  const debit = readStatementAmount(cellOf(row, columns, 'debit'));
  const credit = readStatementAmount(cellOf(row, columns, 'credit'));
  if (debit === undefined) note('debit', amountWanted);
  if (credit === undefined) note('credit', amountWanted);
  if (debit === undefined || credit === undefined) return null;
  if (debit && credit) {
    note('credit', t`an amount in one of the two columns, not in both`);
    return null;
  }
  if (!debit && !credit) {
    note('credit', t`an amount as debit or as credit`);
    return null;
  }
  const side = debit ? 'debit' : 'credit';
  const { paise, side: said } = (debit ?? credit)!;
  if (said !== null && said !== side) {
    note(side, side === 'debit' ? t`a debit; this says Cr` : t`a credit; this says Dr or has a minus`);
    return null;
  }
  if (side === 'debit' && said && marks.debit.has(null)) {
    note(side, t`an amount without a minus, as others have it; a refund belongs in the credits`);
    return null;
  }
  return { side, paise };
}

/** One column for both sides, with a sign or suffix, or another column that gives the side. */
function readSignedAmount(
  row: SpreadsheetRow,
  columns: StatementColumns,
  { note, marks }: { note: Note; marks: Marks },
) {
  const amount = readStatementAmount(cellOf(row, columns, 'amount'));
  if (!amount) {
    note('amount', amountWanted);
    return null;
  }
  if (columns.side === null) {
    // Where only debits have a mark, an amount without one is a credit. Where credits have one, it may be either.
    const unmarked = marks.amount.has('debit') && !marks.amount.has('credit') ? 'credit' : null;
    const side = amount.side ?? unmarked;
    if (side) return { side, paise: amount.paise };
    note('amount', t`Cr or Dr`);
    return null;
  }
  const said = cellOf(row, columns, 'side').toLowerCase();
  const side = sides.find(([, names]) => names.test(said))?.[0];
  if (side && (amount.side ?? side) === side) return { side, paise: amount.paise };
  note('side', t`Cr or Dr`);
  return null;
}

const sides = [
  ['credit', /^(?:c|cr|cr\.|credit|deposit)$/],
  ['debit', /^(?:d|dr|dr\.|debit|withdrawal)$/],
] as const;

/** An overdrawn balance is negative. */
function balanceOf(row: SpreadsheetRow, columns: StatementColumns, note: Note): number | null {
  const balance = readStatementBalance(cellOf(row, columns, 'balance'));
  if (balance === undefined) note('balance', amountWanted);
  return balance ?? null;
}

/** Reference and cheque number, if the bank has a column for each. */
function referenceOf(row: SpreadsheetRow, columns: StatementColumns): string {
  const parts = fieldCells(row, columns, ['instrument', 'reference']).filter((cell) => /[^-\s]/.test(cell));
  return [...new Set(parts)].join(' ').slice(0, 200);
}

function dayOf(row: SpreadsheetRow, columns: StatementColumns): string | null {
  return (
    readStatementDay(cellOf(row, columns, 'bookedOn')) ?? readStatementDay(cellOf(row, columns, 'valueDate'))
  );
}

function fieldCells(
  row: SpreadsheetRow,
  columns: StatementColumns,
  fields: readonly StatementField[],
): string[] {
  return fields.map((field) => cellOf(row, columns, field));
}
