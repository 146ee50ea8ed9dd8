import { v7 as uuid } from 'uuid';
import { type CommandTransaction, command } from '#platform/server/command.ts';
import { recordStored } from '#platform/server/files/stored-files.ts';
import { inAllLanguages } from '#platform/server/words/in-language.ts';
import { uploadTypes } from '#shared/spreadsheet-format.ts';
import type { ImportKind } from '../../contract.ts';
import { fieldsToMap, recogniseColumns } from '../../rules.ts';
import type { InspectedSpreadsheet } from '../inspect-spreadsheet.ts';
import { checkImportJob } from '../jobs/check-import.ts';
import type { ReceivedUpload } from '../receive-upload.ts';

export type UploadedSpreadsheet = { name: string; upload: ReceivedUpload; sheet: InspectedSpreadsheet };

/** Adds an upload. If the headers identify every column, the check begins at once. */
export const receiveImport = command(
  'receiveImport',
  async (transaction, input: UploadedSpreadsheet & { kind: ImportKind }) => {
    const { db, actor, now, audit, enqueue } = transaction;
    const { kind, name, sheet } = input;
    const columns = recogniseColumns(kind, sheet.headers, inAllLanguages);
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
