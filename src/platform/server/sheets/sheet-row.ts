/** A row as a spreadsheet shows it; `number` counts from 1 and includes blank rows and the header. */
export type SheetRow = { number: number; cells: string[] };

export type SheetFormat = 'csv' | 'xlsx';

export const mediaTypes: Record<SheetFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export function isBlank(row: SheetRow): boolean {
  return row.cells.every((cell) => cell.trim() === '');
}
