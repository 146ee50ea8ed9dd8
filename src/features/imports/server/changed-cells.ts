import { type ExpectedColumn, expectedColumns } from '../contract.ts';
import type { FaultyRow } from './faulty-rows.ts';
import type { Upload } from './queries.ts';
import { bareCell, foundIn, type RowFault, readCell, shortened } from './read-row.ts';

/**
 * The cells of a corrected row that were right before: a spreadsheet program loses the zeros of `00123` and makes a date
 * of `2/3` while somebody corrects the cell beside it.
 */
export function changedCells(
  { kind, columns }: Pick<Upload, 'kind' | 'columns'>,
  before: Pick<FaultyRow, 'cells' | 'faults'>,
  cells: readonly string[],
): RowFault[] {
  // A row that was wrong as a whole had its cells in other places.
  if (before.faults.some(({ code }) => code === 'cells')) return [];
  return expectedColumns[kind].flatMap((column): RowFault[] => {
    const { field } = column;
    const place = columns[field] ?? null;
    if (place === null) return [];
    const was = foundIn(field, bareCell(before.cells[place]));
    const found = foundIn(field, bareCell(cells[place]));
    const isSame = was === found || isSameValue(column, was, found);
    const asked = before.faults.filter((fault) => fault.field === field);
    // Sent a second time as it is, a changed cell has not been corrected.
    const waiting = isSame && asked.find(({ code }) => code === 'changed');
    if (!waiting && (isSame || asked.length > 0)) return [];
    const wanted = waiting
      ? waiting.wanted
      : shortened(was === '' ? 'Nothing, as before.' : `'${was}', as before.`);
    return [{ field, level: 'warning', code: 'changed', found, wanted }];
  });
}

/** `7/3/2002` and `07/03/2002` are one day. */
function isSameValue(column: ExpectedColumn, one: string, other: string): boolean {
  const [first, second] = [one, other].map((cell) => readCell(cell, column));
  return (
    'value' in first! && 'value' in second! && JSON.stringify(first.value) === JSON.stringify(second.value)
  );
}
