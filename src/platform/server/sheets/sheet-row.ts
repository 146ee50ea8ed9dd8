/** A spreadsheet row; `number` is as the spreadsheet shows it: from 1, including blank rows and the header. */
export type SheetRow = { number: number; cells: string[] };

export function isBlank(row: SheetRow): boolean {
  return row.cells.every((cell) => cell.trim() === '');
}
