/** A row as a spreadsheet shows it; `number` counts from 1 and includes blank rows and the header. */
export type SheetRow = { number: number; cells: string[] };

export function isBlank(row: SheetRow): boolean {
  return row.cells.every((cell) => cell.trim() === '');
}
