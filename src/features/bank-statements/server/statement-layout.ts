import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import {
  type StatementColumns,
  type StatementField,
  statementFieldLabels,
  statementFields,
} from '../contract.ts';
import { missingFields } from '../rules.ts';
import { bareCell, readStatementAmount, readStatementDay } from './statement-cells.ts';

/** How banks name their columns; the first name found in the file counts. Units in brackets are ignored. */
const headerNames: Record<StatementField, readonly string[]> = {
  bookedOn: words`txndate transactiondate trandate transdate postdate postingdate bookingdate date`,
  valueDate: words`valuedate valuedat valuedt valdate valdat valdt valuedated dateofvalue`,
  description: words`
    description narration particulars transactionparticulars transactiondescription transactionremarks
    transactiondetails remarks details
  `,
  reference: words`
    refnochequeno refnocheque chqrefno chqrefnumber chequerefno referenceno referencenumber refno
    reference transactionid tranid utr utrnumber
  `,
  instrument: words`
    chequeno chequenumber chqno cheque instrumentno instrumentnumber instrumentid instno ddno
  `,
  debit: words`
    debit debitamount debitamt withdrawal withdrawals withdrawaldr withdrawalamt withdrawalamount amountdebited dr
    dramount payments
  `,
  credit: words`
    credit creditamount creditamt deposit deposits depositcr depositamt depositamount amountcredited cr cramount
    receipts
  `,
  amount: words`amount transactionamount txnamount amt`,
  side: words`drcr crdr debitcredit creditdebit transactiontype txntype type indicator`,
  balance: words`
    balance bal closingbalance closingbal runningbalance runningbal ledgerbalance accountbalance balanceamount balanceamt
    totalbalance availablebalance bookbalance
  `,
};

function words([text]: TemplateStringsArray): string[] {
  return text!.trim().split(/\s+/);
}

/** Preambles are long: addresses of branch and customer, nomination, limits. */
const searchedRows = 80;
const sampleRows = 3;

export type StatementLayout = {
  headerRow: number;
  headers: string[];
  /** The first values below each header, to help a person identify the columns. */
  samples: string[][];
  columns: StatementColumns;
};

/** The header row of the table and the fields of its columns; null if no row looks like a header. */
export function findLayout(
  rows: readonly SpreadsheetRow[],
  asked?: { headerRow: number },
): StatementLayout | null {
  const start = rows.slice(0, searchedRows);
  const header = asked
    ? rows.find((row) => row.number === asked.headerRow)
    : (best(start, (row) => knownFields(row).length) ?? best(start.filter(headsColumns), filledCells));
  if (!header) return null;
  const headers = header.cells.map((cell) => bareCell(cell));
  const below = rows.filter((row) => row.number > header.number && filledCells(row) > 2).slice(0, sampleRows);
  return {
    headerRow: header.number,
    headers,
    samples: headers.map((_header, place) =>
      below.map((row) => bareCell(row.cells[place] ?? '').slice(0, 60)),
    ),
    columns: recognise(headers),
  };
}

function recognise(headers: readonly string[]): StatementColumns {
  const simple = headers.map(simplify);
  const claimed = new Set<number>();
  const columns = {} as StatementColumns;
  for (const field of statementFields) {
    const place = headerNames[field]
      .map((name) => simple.findIndex((header, at) => header === name && !claimed.has(at)))
      .find((at) => at >= 0);
    columns[field] = place ?? null;
    if (place !== undefined) claimed.add(place);
  }
  // If debit and credit have their own columns, there is no column for both.
  if (columns.debit !== null && columns.credit !== null) columns.amount = null;
  return columns;
}

function knownFields(row: SpreadsheetRow): StatementField[] {
  const columns = recognise(row.cells);
  return missingFields(columns).length === 0
    ? statementFields.filter((field) => columns[field] !== null)
    : [];
}

/** Text in several columns and no values. */
function headsColumns(row: SpreadsheetRow): boolean {
  const cells = row.cells.map(bareCell).filter((cell) => cell !== '');
  return cells.length > 3 && !cells.some((cell) => readStatementDay(cell) || readStatementAmount(cell));
}

/** The column of a field as the file heads it. */
export function columnOf({ headers, columns }: StatementLayout, field: StatementField): string {
  return headers[columns[field] ?? -1] || statementFieldLabels[field];
}

export function cellOf(row: SpreadsheetRow, columns: StatementColumns, field: StatementField): string {
  const place = columns[field];
  return place === null ? '' : bareCell(row.cells[place] ?? '');
}

/** Headers are repeated on every page. */
export function isHeader(row: SpreadsheetRow, { headers }: StatementLayout): boolean {
  return headers.every((header, place) => simplify(row.cells[place] ?? '') === simplify(header));
}

export function filledCells(row: SpreadsheetRow): number {
  return row.cells.filter((cell) => cell.trim() !== '').length;
}

/** The first row with the highest score above zero. */
function best(
  rows: readonly SpreadsheetRow[],
  score: (row: SpreadsheetRow) => number,
): SpreadsheetRow | undefined {
  let found: { row: SpreadsheetRow; score: number } | undefined;
  for (const row of rows) {
    const reached = score(row);
    if (reached > (found?.score ?? 0)) found = { row, score: reached };
  }
  return found?.row;
}

/** Normalises headers: `Withdrawal Amt. (INR)` and `WITHDRAWAL AMT` become the same. */
function simplify(header: string): string {
  return bareCell(header)
    .toLowerCase()
    .replace(/\((?:inr|rs\.?|₹|in rs\.?|in inr)\)|₹/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '')
    .replace(/(?:ininr|inrs|inr)$/, '');
}
