import { wholeUniversity } from '#server/actor.ts';
import type { Services } from '#server/context.ts';
import { inScope } from '#server/db/database.ts';
import { recordAsPortal } from '#server/record-as-portal.ts';
import { formatRunNumber } from '../rules.ts';
import { fingerprintOf } from './proofs.ts';
import { composedAnew } from './queries.ts';

/**
 * Takes back the print files of prepared runs whose layout is no longer what the template and the settings make of it, so
 * that they are composed again. Both change only between two starts of a process, so a worker asks when it starts.
 */
export async function withdrawOutdatedFiles(services: Services): Promise<void> {
  await recordAsPortal(services, async (db, audit) => {
    const runs = await inScope(db, wholeUniversity, 'print_runs')
      .innerJoin('papers', 'papers.id', 'print_runs.paper_id')
      .where('print_runs.state', '=', 'prepared')
      .where('print_runs.document_key', 'is not', null)
      .selectAll('print_runs')
      .select('papers.colour')
      .forUpdate('print_runs')
      .execute();
    for (const run of runs) {
      const layout = { certificateType: run.certificate_type, colour: run.colour };
      const fingerprint = fingerprintOf(layout, services.settings.university);
      if (run.document_fingerprint === fingerprint) continue;
      await db
        .updateTable('print_runs')
        .set({ ...composedAnew(run), version: run.version + 1 })
        .where('id', '=', run.id)
        .execute();
      audit({
        event: 'print_runs.file_outdated',
        record: { type: 'print_run', id: run.id, label: formatRunNumber(run.run_number) },
        collegeId: run.college_id,
        before: { fingerprint: run.document_fingerprint },
        after: { fingerprint },
      });
    }
  });
}
