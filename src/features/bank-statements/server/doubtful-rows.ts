import type { SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { findDamage } from '#shared/spreadsheet-damage.ts';
import { t } from '#shared/words.ts';
import type { StatementField } from '../contract.ts';
import type { StatementFault } from './read-line.ts';
import { readStatementDay, unwrapped } from './statement-cells.ts';
import { cellOf, columnOf, type StatementLayout } from './statement-layout.ts';

/**
 * Rows that do not have the cells of the header: a comma in a narration moves all that follows by a column. Cells may be
 * missing at the end, where programs leave out empty ones, but not the balance that other rows have.
 */
export function miscountedRows(
  entries: readonly SpreadsheetRow[],
  layout: StatementLayout,
): StatementFault[] {
  const count = layout.headers.findLastIndex((header) => header !== '') + 1;
  // Some banks end every row with a delimiter.
  const most = Math.max(count, Math.min(...entries.map(({ cells }) => cells.length)));
  const balanceAt = layout.columns.balance;
  const hasBalances = entries.some((row) => cellOf(row, layout.columns, 'balance') !== '');
  const isMiscounted = ({ cells }: SpreadsheetRow) =>
    cells.length > most ||
    cells.slice(count).some((cell) => cell.trim() !== '') ||
    (balanceAt !== null && hasBalances && cells.length <= balanceAt);
  return entries.filter(isMiscounted).map(({ number, cells }) => ({
    ...{ rowNumber: number, column: t`all columns`, found: t`${cells.length} cells` },
    wanted: t`${count} cells, as the header has. A text with a comma needs quotation marks.`,
  }));
}

const readAsText = ['bookedOn', 'valueDate', 'description'] as const;
const readAsNumber = ['reference', 'instrument'] as const;

/** Cells that nobody typed. Those of amounts cannot be read anyway. */
export function damagedCells(entries: readonly SpreadsheetRow[], layout: StatementLayout): StatementFault[] {
  const damageOf = (row: SpreadsheetRow, field: StatementField, kind: 'text' | 'number') => {
    // As it was written: normalised, `à²¹` would be a word.
    const found = unwrapped(row.cells[layout.columns[field] ?? -1] ?? '');
    const damage = findDamage(found, kind);
    if (damage?.level !== 'error') return [];
    return [{ rowNumber: row.number, column: columnOf(layout, field), found, wanted: damage.wanted }];
  };
  return entries.flatMap((row) => [
    ...readAsText.flatMap((field) => damageOf(row, field, 'text')),
    ...readAsNumber.flatMap((field) => damageOf(row, field, 'number')),
  ]);
}

/**
 * A program that reads days as months first makes dates of those up to the twelfth, swapped, and leaves the others as
 * text. Where a column has both, none of its dates is certain.
 */
export function swappedDays(entries: readonly SpreadsheetRow[], layout: StatementLayout): StatementFault[] {
  return (['bookedOn', 'valueDate'] as const).flatMap((field) => {
    const place = layout.columns[field];
    if (place === null) return [];
    const dayIn = (row: SpreadsheetRow) => readStatementDay(cellOf(row, layout.columns, field));
    const isAfterTwelfth = (row: SpreadsheetRow) => Number(dayIn(row)?.slice(8) ?? 0) > 12;
    const dated = entries.filter((row) => row.dates?.includes(place));
    const texts = entries.filter((row) => !row.dates?.includes(place));
    if (dated.length === 0 || !texts.some(isAfterTwelfth) || dated.some(isAfterTwelfth)) return [];
    return dated.flatMap((row) => {
      const [year, month, day] = dayIn(row)?.split('-') ?? [];
      if (day === month) return [];
      const [found, swapped] = [`${day}/${month}/${year}`, `${month}/${day}/${year}`];
      return {
        ...{ rowNumber: row.number, column: columnOf(layout, field), found },
        wanted: t`${found} or ${swapped}: a program may have taken the day for the month. Download the file again and upload it without opening it.`,
      };
    });
  });
}
