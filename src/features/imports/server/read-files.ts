import type { Services } from '#platform/server/context.ts';
import { findScripts } from '#platform/server/db/printed-scripts.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { unescapeCell } from '#platform/server/spreadsheets/csv.ts';
import { isBlank, type SpreadsheetRow } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { inPages } from '#platform/server/spreadsheets/write-spreadsheet.ts';
import { maximumRows } from '../contract.ts';
import { isFaultHeader, simplify } from '../rules.ts';
import { changedCells } from './changed-cells.ts';
import { findFaultyRows } from './faulty-rows.ts';
import type { ImportRun } from './import-run.ts';
import { openSpreadsheet } from './open-rows.ts';
import type { Upload } from './queries.ts';
import { recordFaults, stageRows } from './stage-rows.ts';

/** Rows in memory at a time. After each batch, progress is set and a cancelled run ends. */
const batchRows = 2_000;

type StoredFile = Awaited<ReturnType<typeof listUnreadFiles>>[number];

/** The files whose rows are not staged yet, in upload order. */
export function listUnreadFiles(services: Pick<Services, 'db'>, importId: string) {
  return services.db
    .selectFrom('import_files')
    .selectAll()
    .where('import_id', '=', importId)
    .where('is_read', '=', false)
    .where('failure', 'is', null)
    .orderBy('position')
    .execute();
}

type Reading = { services: Services; run: ImportRun; upload: Upload; file: StoredFile };

/** Stages every row of the original file, replacing what was staged before. */
export async function readWholeFile({ services, run, upload, file }: Reading): Promise<void> {
  await run.db.deleteFrom('import_faults').where('import_id', '=', upload.id).execute();
  await run.db.deleteFrom('import_rows').where('import_id', '=', upload.id).execute();
  let share = 0;
  let rowsDone = 0;
  const { rows } = await openSpreadsheet(services, file, (read) => {
    share = read;
  });
  const scripts = await findScripts(run.db);
  const sheet = { ...upload, headerCount: file.headers.length, isCsv: file.format === 'csv', scripts };
  for await (const batch of inPages(rowsBelowHeader(rows, file), batchRows)) {
    rowsDone += batch.length;
    if (rowsDone > maximumRows) throw domainError('imports.too_many_rows');
    await stageRows(run.client, sheet, batch);
    run.report({ step: 'reading', rowsDone, rowsTotal: share > 0 ? Math.round(rowsDone / share) : null });
  }
  if (rowsDone === 0) throw domainError('imports.empty');
}

/**
 * Replaces faulty rows by corrected ones, matched by the row number in the last column. A row that is otherwise empty
 * is omitted from the upload.
 */
export async function readCorrectedRows({ services, run, upload, file }: Reading): Promise<void> {
  const places = columnIndexes(file.headers, upload.headers);
  const faultPlace = file.headers.findIndex(isFaultHeader);
  const faulty = await listFaultyRows(run, upload.id);
  const rowsTotal = faulty.size;
  const scripts = await findScripts(run.db);
  const sheet = { ...upload, headerCount: upload.headers.length, isCsv: file.format === 'csv', scripts };
  const { rows } = await openSpreadsheet(services, file);
  for await (const batch of inPages(rowsBelowHeader(rows, file), batchRows)) {
    const corrected = batch.map(({ number, cells, dates = [] }): SpreadsheetRow => {
      const replaced = Number(/^Row (\d+)/.exec(cells[faultPlace] ?? '')?.[1]);
      // Each number once: a replaced row is no longer in the set.
      if (!faulty.delete(replaced)) throw domainError('imports.not_faulty_row', { row: number });
      const found = places.map((place) => cells[place] ?? '');
      return {
        number: replaced,
        cells: file.format === 'csv' ? found.map(unescapeCell) : found,
        dates: places.flatMap((place, index) => (dates.includes(place) ? [index] : [])),
      };
    });
    const kept = corrected.filter((row) => !isBlank(row));
    const numbers = kept.map(({ number }) => number);
    const before = await findFaultyRows(run.db, upload.id, numbers);
    await removeRows(run, upload.id, corrected);
    await stageRows(run.client, sheet, kept);
    const changes = kept.map(({ number, cells }) => ({
      number,
      faults: changedCells(upload, before.get(number)!, cells),
    }));
    await recordFaults(run.client, upload.id, changes);
    run.report({ step: 'reading', rowsDone: rowsTotal - faulty.size, rowsTotal });
  }
}

async function* rowsBelowHeader(
  rows: AsyncIterable<SpreadsheetRow>,
  file: StoredFile,
): AsyncGenerator<SpreadsheetRow> {
  for await (const row of rows) {
    if (row.number <= file.header_row || isBlank(row)) continue;
    yield row;
  }
}

/** The index in the corrected file of each original column; columns may have been moved or added. */
export function columnIndexes(corrected: readonly string[], whole: readonly string[]): number[] {
  const free = new Map(corrected.map((header, place) => [place, simplify(header)]));
  const places = whole.map((header) => {
    const found = [...free].find(([, name]) => name === simplify(header));
    if (!found) throw domainError('imports.not_error_file');
    free.delete(found[0]);
    return found[0];
  });
  if (!corrected.some(isFaultHeader)) throw domainError('imports.not_error_file');
  return places;
}

async function listFaultyRows(run: ImportRun, importId: string): Promise<Set<number>> {
  const rows = await run.db
    .selectFrom('import_faults')
    .select('row_number')
    .distinct()
    .where('import_id', '=', importId)
    .where('accepted_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.row_number));
}

async function removeRows(run: ImportRun, importId: string, rows: SpreadsheetRow[]): Promise<void> {
  const numbers = rows.map(({ number }) => number);
  for (const table of ['import_faults', 'import_rows']) {
    await run.client.query(`delete from ${table} where import_id = $1 and row_number = any ($2)`, [
      importId,
      numbers,
    ]);
  }
}
