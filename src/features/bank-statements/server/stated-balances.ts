import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import type { StatementFault } from './read-line.ts';
import { amountWanted, bareCell, readStatementBalance } from './statement-cells.ts';
import { cellOf, columnOf, isHeader, type StatementLayout } from './statement-layout.ts';

/** A balance apart from entries; pages within the table have both kinds. */
export type StatedBalance = { rowNumber: number; which: 'opening' | 'closing'; paise: number };

const inTable = [
  ['opening', /\b(?:opening|brought|b\/?f)\b/i],
  ['closing', /\b(?:closing|carried|c\/?f)\b/i],
] as const;
const beside = /^(opening|closing) balance\W*$/i;

/** Opening and closing balances that the file states: in rows of the table, above it and at its foot. */
export function statedBalances(
  rows: readonly SpreadsheetRow[],
  entries: readonly SpreadsheetRow[],
  layout: StatementLayout,
): StatedBalance[] {
  const isEntry = new Set(entries);
  return rows.flatMap((row, at) => {
    if (isEntry.has(row) || isHeader(row, layout)) return [];
    return inTableRow(row, layout) ?? labelled(row, rows[at + 1]);
  });
}

/** Opening and closing balances whose figure cannot be read, where they alone prove the entries: in messages of banks. */
export function unreadBalances(
  rows: readonly SpreadsheetRow[],
  entries: readonly SpreadsheetRow[],
  layout: StatementLayout,
): StatementFault[] {
  if (entries.some((row) => cellOf(row, layout.columns, 'balance') !== '')) return [];
  const isEntry = new Set(entries);
  return rows.flatMap((row) => {
    const found = cellOf(row, layout.columns, 'balance');
    const isStated = row.number > layout.headerRow && row.cells.some((cell) => beside.test(bareCell(cell)));
    if (isEntry.has(row) || !isStated || !/\d/.test(found)) return [];
    if (readStatementBalance(found) !== undefined) return [];
    return [{ rowNumber: row.number, column: columnOf(layout, 'balance'), found, wanted: amountWanted }];
  });
}

/** Null if its column of balances has none. */
function inTableRow(row: SpreadsheetRow, { headerRow, columns }: StatementLayout): StatedBalance[] | null {
  if (row.number < headerRow) return null;
  const found = cellOf(row, columns, 'balance');
  const paise = found === '' ? null : readStatementBalance(found);
  const which = inTable.find(([, words]) => words.test(row.cells.join(' ')))?.[0];
  return which && typeof paise === 'number' ? [{ rowNumber: row.number, which, paise }] : null;
}

/** `Opening Balance : 1,000.00`, or the figure below its label. */
function labelled(row: SpreadsheetRow, below: SpreadsheetRow | undefined): StatedBalance[] {
  return row.cells.flatMap((cell, place) => {
    const which = beside.exec(bareCell(cell))?.[1]?.toLowerCase() as StatedBalance['which'] | undefined;
    if (!which) return [];
    const next = row.cells.slice(place + 1).find((one) => /[^\s:]/.test(one));
    for (const [where, text] of [
      [row, next],
      [below, below?.cells[place]],
    ] as const) {
      const found = bareCell(text ?? '').replace(/^:\s*/, '');
      const paise = found === '' ? null : readStatementBalance(found);
      if (where && typeof paise === 'number') return [{ rowNumber: where.number, which, paise }];
    }
    return [];
  });
}
