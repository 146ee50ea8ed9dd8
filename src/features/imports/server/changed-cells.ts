import { type ExpectedColumn, expectedColumns } from '../contract.ts';
import type { FaultyRow } from './faulty-rows.ts';
import type { Upload } from './queries.ts';
import { foundIn, type RowFault, shortened } from './read-row.ts';

/**
 * The cells of a corrected row that were right before: a spreadsheet program loses the zeros of `00123` and makes a date
 * of `2/3` while somebody corrects the cell beside it.
 */
export function changedCells(
  { kind, columns }: Pick<Upload, 'kind' | 'columns'>,
  before: Pick<FaultyRow, 'cells' | 'faults'>,
  cells: readonly string[],
): RowFault[] {
  const asked = new Set(before.faults.map(({ field }) => field));
  // A row that was wrong as a whole had its cells in other places.
  if (asked.has(null)) return [];
  return expectedColumns[kind].flatMap(({ field }: ExpectedColumn): RowFault[] => {
    const place = columns[field] ?? null;
    if (place === null || asked.has(field)) return [];
    const [was, is] = [before.cells, cells].map((row) => foundIn(field, (row[place] ?? '').trim()));
    if (was === is) return [];
    const wanted = shortened(was === '' ? 'Nothing, as before.' : `'${was}', as before.`);
    return [{ field, level: 'warning', code: 'changed', found: is!, wanted }];
  });
}
