import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { importCan } from '../../rules.ts';
import { checkImportJob } from '../jobs/check-import.ts';
import { lockImport, updateImport } from '../queries.ts';
import { columnIndexes } from '../read-files.ts';
import { insertFile, type UploadedSpreadsheet } from './receive-import.ts';

/** Adds a file of corrected rows, which replace the faulty ones, and has the whole set checked again. */
export const correctImport = command(
  'correctImport',
  async (transaction, input: UploadedSpreadsheet & { importId: string }) => {
    const { db, audit, enqueue } = transaction;
    const upload = await lockImport(db, input.importId);
    assertAllowed(importCan.correct(upload));
    columnIndexes(input.sheet.headers, upload.headers);

    const { position } = await db
      .selectFrom('import_files')
      .select((eb) => eb(eb.fn.max('position'), '+', 1).as('position'))
      .where('import_id', '=', upload.id)
      .executeTakeFirstOrThrow();
    await insertFile(transaction, { ...input, position });
    await updateImport(db, upload, { state: 'checking', failure: null });

    audit({
      event: 'imports.mended',
      record: { type: 'import', id: upload.id, label: upload.fileName },
      after: { file: input.name, sha256: input.upload.sha256 },
    });
    await enqueue(checkImportJob.name, { importId: upload.id });
    return { id: upload.id };
  },
);
