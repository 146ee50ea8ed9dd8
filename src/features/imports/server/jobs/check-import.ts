import { ORPCError } from '@orpc/server';
import type { Services } from '#platform/server/context.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { errorSentence } from '#shared/errors.ts';
import type { ColumnMapping, ImportKind } from '../../contract.ts';
import { runImport } from '../import-run.ts';
import { listUnreadFiles, type ReadableImport, readMendedRows, readWholeFile } from '../read-files.ts';
import { showReport, writeReport } from '../report.ts';

/** A million rows take minutes, and a job that is thought dead would be begun a second time. */
export const longestImportSeconds = 3_600;

/**
 * Stages the rows of an upload and reports on them. All of it is one transaction, so a run that was killed left
 * nothing and starts over.
 */
export const checkImportJob: Job<{ importId: string }> = {
  name: 'check-import',
  retryLimit: 2,
  expireInSeconds: longestImportSeconds,
  async handle(services, { importId }, attempt) {
    const upload = await readUpload(services, importId);
    if (upload.state !== 'checking') return;
    try {
      await check(services, upload);
    } catch (error) {
      if (error instanceof ORPCError) await recordRefusal(services, importId, error.message);
      else if (attempt.isLast) {
        await recordRefusal(services, importId, errorSentence('imports.unfinished', undefined));
        throw error;
      } else throw error;
    }
  },
};

/** Uploads that a worker was busy with, or about to be; one that starts takes them up, because the last may have died. */
export async function listUnfinishedImports(
  services: Pick<Services, 'db'>,
): Promise<{ importId: string; state: 'checking' | 'committing' }[]> {
  const rows = await services.db
    .selectFrom('imports')
    .select(['id', 'state'])
    .where('state', 'in', ['checking', 'committing'])
    .execute();
  return rows.map(({ id, state }) => ({ importId: id, state: state as 'checking' | 'committing' }));
}

async function check(services: Services, upload: ReadableImport): Promise<void> {
  await runImport(services, { id: upload.id, state: 'checking' }, async (run) => {
    for (const file of await listUnreadFiles(run, upload.id)) {
      if (file.position === 0) await readWholeFile(services, run, upload, file);
      else await readMendedRows(services, run, upload, file);
      await run.db.updateTable('import_files').set({ is_read: true }).where('id', '=', file.id).execute();
    }
    const { rowCount } = await countRows(run.db, upload.id);
    run.report({ step: 'comparing', rowsDone: 0, rowsTotal: rowCount });
    await showReport(run, await writeReport(run, upload), null);
  });
}

function countRows(db: Services['db'], importId: string) {
  return db
    .selectFrom('import_rows')
    .select((eb) => eb.fn.countAll<number>().as('rowCount'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
}

export async function readUpload(services: Pick<Services, 'db'>, id: string) {
  const row = await services.db
    .selectFrom('imports')
    .innerJoin('import_files', (join) =>
      join.onRef('import_files.import_id', '=', 'imports.id').on('import_files.position', '=', 0),
    )
    .selectAll('imports')
    .select(['import_files.headers', 'import_files.original_name'])
    .where('imports.id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...row, kind: row.kind as ImportKind, columns: row.columns as ColumnMapping };
}

/**
 * A whole file that cannot be read ends its upload. Mended rows that cannot be used change nothing: the report that
 * was there still holds.
 */
async function recordRefusal(services: Services, importId: string, sentence: string): Promise<void> {
  const [file] = await listUnreadFiles(services, importId);
  const isMended = file !== undefined && file.position > 0;
  if (isMended) {
    await services.db
      .updateTable('import_files')
      .set({ refusal: sentence })
      .where('id', '=', file.id)
      .execute();
  }
  await services.db
    .updateTable('imports')
    .set({ state: isMended ? 'checked' : 'refused', failure: sentence, progress: null })
    .where('id', '=', importId)
    .where('state', '=', 'checking')
    .execute();
}
