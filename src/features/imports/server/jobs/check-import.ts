import { ORPCError } from '@orpc/server';
import type { Services } from '#platform/server/context.ts';
import { countRows } from '#platform/server/db/database.ts';
import { type DomainError, domainError, failureOf } from '#platform/server/domain-error.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { runImport } from '../import-run.ts';
import { readUpload, type Upload, updateImport } from '../queries.ts';
import { listUnreadFiles, readCorrectedRows, readWholeFile } from '../read-files.ts';
import { showReport, writeReport } from '../report.ts';

/** A million rows take minutes; a job that is taken for dead would be started a second time. */
export const maximumImportSeconds = 3_600;

/**
 * Stages the rows of an upload and reports on them, in one transaction: a killed run leaves nothing and starts over.
 */
export const checkImportJob: Job<{ importId: string }> = {
  name: 'check-import',
  retryLimit: 2,
  expireInSeconds: maximumImportSeconds,
  async handle(services, { importId }, attempt) {
    const upload = await readUpload(services.db, importId);
    if (upload.state !== 'checking') return;
    try {
      await check(services, upload);
    } catch (error) {
      if (error instanceof ORPCError) return recordRefusal(services, upload, error);
      if (attempt.isLast) await recordRefusal(services, upload, domainError('imports.unfinished'));
      throw error;
    }
  },
};

/** Uploads in a running state. A starting worker resumes them, because the previous one may have died. */
export function listUnfinishedImports({ db }: Pick<Services, 'db'>) {
  return db
    .selectFrom('imports')
    .select(['id as importId', 'state'])
    .where('state', 'in', ['checking', 'committing'])
    .$castTo<{ importId: string; state: 'checking' | 'committing' }>()
    .execute();
}

async function check(services: Services, upload: Upload): Promise<void> {
  await runImport(services, { id: upload.id, state: 'checking' }, async (run) => {
    for (const file of await listUnreadFiles(run, upload.id)) {
      const read = file.position === 0 ? readWholeFile : readCorrectedRows;
      await read({ services, run, upload, file });
      await run.db.updateTable('import_files').set({ is_read: true }).where('id', '=', file.id).execute();
    }
    const staged = run.db.selectFrom('import_rows').where('import_id', '=', upload.id);
    run.report({ step: 'comparing', rowsDone: 0, rowsTotal: (await countRows(staged)).count });
    await showReport(run, await writeReport(run, upload), null);
  });
}

/** An unreadable original file ends its upload. Unusable corrected rows change nothing: the last report still holds. */
async function recordRefusal(services: Services, upload: Upload, error: DomainError): Promise<void> {
  const failure = failureOf(error);
  const [file] = await listUnreadFiles(services, upload.id);
  const isCorrected = file !== undefined && file.position > 0;
  if (isCorrected) {
    await services.db.updateTable('import_files').set({ failure }).where('id', '=', file.id).execute();
  }
  await updateImport(services.db, upload, { state: isCorrected ? 'checked' : 'refused', failure });
}
