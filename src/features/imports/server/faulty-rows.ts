import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { expectedColumns, type Fault, type ImportDetail } from '../contract.ts';

const rowsAtOnce = 1_000;

export type FaultyRow = {
  number: number;
  cells: string[];
  faults: Pick<Fault, 'field' | 'code' | 'found' | 'wanted'>[];
};

/**
 * The rows with errors, or with warnings that nobody has accepted, with their values. The last column holds the row number, by which the corrected
 * row is matched later, and the faults.
 */
export async function* faultyRows(db: Db, upload: Pick<ImportDetail, 'id' | 'kind' | 'headers'>) {
  const headerOf = new Map(expectedColumns[upload.kind].map(({ field, header }) => [field, header]));
  let last = 0;
  for (;;) {
    const rows = await readFaultyRows(db, upload.id, sql`row_number > ${last}`);
    for (const { number, cells, faults } of rows) {
      const sentences = faults.map(
        ({ field, found, wanted }) =>
          `${field ? (headerOf.get(field) ?? field) : 'The row'}: found ${found ? `'${found}'` : 'nothing'}. Wanted: ${wanted}`,
      );
      const values = upload.headers.map((_header, place) => cells[place] ?? '');
      yield [...values, `Row ${number}. ${sentences.join(' ')}`];
    }
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1)!.number;
  }
}

/** The same rows by number, as they are staged. */
export async function findFaultyRows(db: Db, importId: string, numbers: readonly number[]) {
  const found = new Map<number, FaultyRow>();
  for (let start = 0; start < numbers.length; start += rowsAtOnce) {
    const some = numbers.slice(start, start + rowsAtOnce);
    const rows = await readFaultyRows(db, importId, sql`row_number = any (${some}::integer[])`);
    for (const row of rows) found.set(row.number, row);
  }
  return found;
}

async function readFaultyRows(db: Db, importId: string, which: RawBuilder<unknown>): Promise<FaultyRow[]> {
  const { rows } = await sql<FaultyRow>`
    select r.row_number as number, r.cells, f.faults
      from (select row_number, json_agg(json_build_object('field', field, 'code', code, 'found', found, 'wanted', wanted) order by id)
                     as faults
              from import_faults
             where import_id = ${importId} and accepted_at is null and ${which}
             group by row_number
             order by row_number
             limit ${rowsAtOnce}) as f
      join import_rows r on r.import_id = ${importId} and r.row_number = f.row_number
     order by r.row_number`.execute(db);
  return rows;
}
