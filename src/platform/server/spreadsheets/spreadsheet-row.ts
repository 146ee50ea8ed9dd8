/** A spreadsheet row; `number` is as the spreadsheet shows it: from 1, including blank rows and the header. */
export type SpreadsheetRow = { number: number; cells: string[] };

export function isBlank(row: SpreadsheetRow): boolean {
  return row.cells.every((cell) => cell.trim() === '');
}
