/** A spreadsheet row; `number` is as the spreadsheet shows it: from 1, including blank rows and the header. */
export type SpreadsheetRow = {
  number: number;
  cells: string[];
  /** The indexes of the cells that are dates in the workbook rather than texts. */
  dates?: number[];
};

export function isBlank(row: SpreadsheetRow): boolean {
  return row.cells.every((cell) => cell.trim() === '');
}

/** A text as the database can hold it: without NUL, which a workbook may escape as `_x0000_`, and halves of characters. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}
