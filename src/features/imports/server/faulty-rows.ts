import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { expectedColumns, type ImportDetail } from '../contract.ts';

const rowsAtOnce = 1_000;

export type FaultyRow = {
  number: number;
  cells: string[];
  faults: { field: string | null; found: string; wanted: string }[];
};

/**
 * The rows with errors, or with warnings that nobody has accepted, with their values. The last column holds the row number, by which the corrected
 * row is matched later, and the faults.
 */
export async function* faultyRows(db: Db, upload: Pick<ImportDetail, 'id' | 'kind' | 'headers'>) {
  const headerOf = new Map(expectedColumns[upload.kind].map(({ field, header }) => [field, header]));
  for await (const { number, cells, faults } of readFaultyRows(db, upload.id)) {
    const sentences = faults.map(
      ({ field, found, wanted }) =>
        `${field ? (headerOf.get(field) ?? field) : 'The row'}: found ${found ? `'${found}'` : 'nothing'}. Wanted: ${wanted}`,
    );
    const values = upload.headers.map((_header, place) => cells[place] ?? '');
    yield [...values, `Row ${number}. ${sentences.join(' ')}`];
  }
}

/** The same rows, as they are staged, in the order of the file. */
export async function* readFaultyRows(db: Db, importId: string): AsyncGenerator<FaultyRow> {
  let last = 0;
  for (;;) {
    const rows = await readNextFaultyRows(db, importId, last);
    yield* rows;
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1)!.number;
  }
}

async function readNextFaultyRows(db: Db, importId: string, last: number): Promise<FaultyRow[]> {
  const { rows } = await sql<FaultyRow>`
    select r.row_number as number, r.cells, f.faults
      from (select row_number, json_agg(json_build_object('field', field, 'found', found, 'wanted', wanted) order by id)
                     as faults
              from import_faults
             where import_id = ${importId} and accepted_at is null and row_number > ${last}
             group by row_number
             order by row_number
             limit ${rowsAtOnce}) as f
      join import_rows r on r.import_id = ${importId} and r.row_number = f.row_number
     order by r.row_number`.execute(db);
  return rows;
}
