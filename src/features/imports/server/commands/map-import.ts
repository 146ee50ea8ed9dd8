import { sql } from 'kysely';
import { command } from '#platform/server/command.ts';
import { assertAllowed, domainError, failureOf } from '#platform/server/domain-error.ts';
import { type ColumnMapping, expectedColumns, type ImportDetail } from '../../contract.ts';
import { importCan } from '../../rules.ts';
import { checkImportJob } from '../jobs/check-import.ts';
import { lockImport, updateImport } from '../queries.ts';

/** Saves which column holds which field, and has every row checked again. */
export const mapImport = command(
  'mapImport',
  async ({ db, audit, enqueue }, input: { id: string; columns: ColumnMapping }) => {
    const upload = await lockImport(db, input.id);
    assertAllowed(importCan.map(upload));
    const columns = chosenColumns(upload, input.columns);

    await updateImport(db, upload, { state: 'checking', columns: JSON.stringify(columns), failure: null });
    await db
      .updateTable('import_files')
      .set({
        is_read: false,
        // Corrected rows fixed faults under the old mapping; a new mapping makes them obsolete.
        failure: sql`case when position > 0 then ${failureOf(domainError('imports.columns_changed'))}::jsonb end`,
      })
      .where('import_id', '=', upload.id)
      .execute();

    audit({
      event: 'imports.mapped',
      record: { type: 'import', id: upload.id, label: upload.fileName },
      before: { columns: upload.columns },
      after: { columns },
    });
    await enqueue(checkImportJob.name, { importId: upload.id });
    return {};
  },
);

/** Known fields only, each mapped to a column that the file has. */
function chosenColumns(upload: Pick<ImportDetail, 'kind' | 'headers'>, chosen: ColumnMapping): ColumnMapping {
  return Object.fromEntries(
    expectedColumns[upload.kind].map(({ field, header, isRequired }) => {
      const place = chosen[field] ?? null;
      const isThere = place !== null && place < upload.headers.length;
      if (isRequired && !isThere) throw domainError('imports.column_missing', { header });
      return [field, isThere ? place : null];
    }),
  );
}
