import { v7 as uuid } from 'uuid';
import { studies } from '#features/students/studies.ts';
import { type CommandTransaction, command } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { recordStored } from '#platform/server/files/stored-files.ts';
import { inAllLanguages } from '#platform/server/words/in-language.ts';
import { uploadTypes } from '#shared/spreadsheet-format.ts';
import { type ColumnMapping, type ExpectedColumn, expectedColumns, type ImportKind } from '../../contract.ts';
import { fieldsToMap, recogniseColumns, simplify } from '../../rules.ts';
import { type InspectedSpreadsheet, maximumSampleLength } from '../inspect-spreadsheet.ts';
import { checkImportJob } from '../jobs/check-import.ts';
import type { ReceivedUpload } from '../receive-upload.ts';

export type UploadedSpreadsheet = { name: string; upload: ReceivedUpload; sheet: InspectedSpreadsheet };

/** Adds an upload. If the headers identify every column, the check begins at once. */
export const receiveImport = command(
  'receiveImport',
  async (transaction, input: UploadedSpreadsheet & { kind: ImportKind }) => {
    const { db, actor, now, audit, enqueue } = transaction;
    const { kind, name, sheet } = input;
    const columns = await withoutUnlikely(db, input, recogniseColumns(kind, sheet.headers, inAllLanguages));
    const isClear = fieldsToMap(kind, sheet.headers, columns).length === 0;

    const id = uuid();
    await db
      .insertInto('imports')
      .values({
        id,
        kind,
        state: isClear ? 'checking' : 'mapping',
        columns: JSON.stringify(columns),
        samples: JSON.stringify(sheet.samples),
        sheet_name: sheet.sheets[0] ?? null,
        ignored_sheets: Math.max(0, sheet.sheets.length - 1),
        hidden_sheets: sheet.hiddenSheets.length,
        uploaded_by: actor.id,
        uploaded_at: now,
      })
      .execute();
    await insertFile(transaction, { ...input, importId: id, position: 0 });

    audit({
      event: 'imports.uploaded',
      record: { type: 'import', id, label: name },
      after: { of: kind, sha256: input.upload.sha256 },
    });
    if (isClear) await enqueue(checkImportJob.name, { importId: id });
    return { id };
  },
);

/**
 * Without the studies that only a name in use suggests while none of the first values is one: a `Course` or `Year` that says
 * something else does not stop the file. The report names what is not read.
 */
async function withoutUnlikely(
  db: Db,
  { kind, sheet }: UploadedSpreadsheet & { kind: ImportKind },
  columns: ColumnMapping,
): Promise<ColumnMapping> {
  if (kind !== 'students') return columns;
  const courses = await db.selectFrom('courses').select('name').execute();
  const names = new Set(courses.map(({ name }) => name.slice(0, maximumSampleLength).toLowerCase()));
  const isUnlikely = ({ field, header, rule }: ExpectedColumn) => {
    const place = columns[field] ?? null;
    if (place === null) return false;
    if (inAllLanguages(header).map(simplify).includes(simplify(sheet.headers[place]!))) return false;
    const values = sheet.samples[place]!.map((value) => value.trim()).filter(Boolean);
    const isOne = (value: string) =>
      field === 'courseId' ? names.has(value.toLowerCase()) : rule.safeParse(value).success;
    return values.length > 0 && !values.some(isOne);
  };
  const unlikely = expectedColumns.students.filter((column) => column.field in studies && isUnlikely(column));
  return { ...columns, ...Object.fromEntries(unlikely.map(({ field }) => [field, null])) };
}

/** The row of the file, whose bytes are already in the store. */
export async function insertFile(
  { db, actor, now }: CommandTransaction,
  file: UploadedSpreadsheet & { importId: string; position: number },
): Promise<void> {
  const { upload, sheet } = file;
  const { storageKey: key, byteSize, sha256 } = upload;
  await recordStored(db, [{ key, mediaType: uploadTypes[sheet.format], byteSize, sha256 }]);
  await db
    .insertInto('import_files')
    .values({
      id: uuid(),
      import_id: file.importId,
      position: file.position,
      original_name: file.name,
      format: sheet.format,
      delimiter: sheet.delimiter,
      headers: sheet.headers,
      header_row: sheet.headerRow,
      byte_size: upload.byteSize,
      sha256: upload.sha256,
      storage_key: upload.storageKey,
      uploaded_by: actor.id,
      uploaded_at: now,
    })
    .execute();
}
