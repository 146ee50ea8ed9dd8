import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import { isIntact } from '#platform/server/files/stored-files.ts';
import { composePrintRunJob } from './jobs/compose-print-run.ts';
import { findLayoutSetUp, fingerprintOf } from './layouts.ts';
import { recompositionColumns } from './locked-run.ts';
import { recordPrintFile } from './print-file.ts';

/**
 * Discards unusable print files of prepared runs, so that they are composed again: the layout has changed, or the file
 * is missing or has another checksum. A starting worker checks all runs; starting a run checks that one.
 */
export async function recomposeUnusableFiles(services: Services, printRunId?: string): Promise<void> {
  const runs = await services.db
    .selectFrom('print_runs')
    .innerJoin('papers', 'papers.id', 'print_runs.paper_id')
    .where('print_runs.state', '=', 'prepared')
    .where('print_runs.document_key', 'is not', null)
    .$if(printRunId !== undefined, (query) => query.where('print_runs.id', '=', printRunId!))
    .selectAll('print_runs')
    .select('papers.colour')
    .execute();
  const setUp = await findLayoutSetUp(services.db, new Date());
  for (const run of runs) {
    const layout = { certificateType: run.certificate_type, colour: run.colour };
    const fingerprint = fingerprintOf(layout, setUp);
    const isOutdated = run.document_fingerprint !== fingerprint;
    if (!isOutdated && (await isIntact(services, run.document_key!))) continue;
    const isTakenBack = await recordPrintFile(services, {
      run,
      // Unless somebody else did it, or the run was started or withdrawn meanwhile.
      expected: sql`state = 'prepared' and document_key = ${run.document_key}`,
      set: { ...recompositionColumns(run), version: sql<number>`version + 1` },
      event: isOutdated ? 'print_runs.file_outdated' : 'print_runs.file_damaged',
      before: { fingerprint: run.document_fingerprint, sha256: run.document_sha256 },
      after: { fingerprint },
    });
    if (isTakenBack) await services.jobs.send(composePrintRunJob.name, { printRunId: run.id });
  }
}
