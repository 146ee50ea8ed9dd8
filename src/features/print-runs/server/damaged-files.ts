import { wholeUniversity } from '#platform/server/actor.ts';
import type { Services } from '#platform/server/context.ts';
import { inScope } from '#platform/server/db/database.ts';
import { deleteBytes, forgetStored, isIntact } from '#platform/server/files/stored-files.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import type { AuditEventName } from '#shared/audit-names.ts';
import { composePrintRunJob } from './jobs/compose-print-run.ts';
import { composedAnew, recordOfRun } from './locked-run.ts';
import { fingerprintOf } from './proofs.ts';

/**
 * Takes back the print files of prepared runs that cannot be used, so that they are composed again: the layout is no longer
 * what the template and the settings make of it, or the file is missing or has other bytes than its row says. A worker
 * asks for all of them when it starts; whoever starts a run asks for that one.
 */
export async function recomposeUnusableFiles(services: Services, printRunId?: string): Promise<void> {
  const runs = await inScope(services.db, wholeUniversity, 'print_runs')
    .innerJoin('papers', 'papers.id', 'print_runs.paper_id')
    .where('print_runs.state', '=', 'prepared')
    .where('print_runs.document_key', 'is not', null)
    .$if(printRunId !== undefined, (query) => query.where('print_runs.id', '=', printRunId!))
    .select(['print_runs.id', 'print_runs.certificate_type', 'print_runs.document_key', 'papers.colour'])
    .select('print_runs.document_fingerprint')
    .execute();
  for (const run of runs) {
    const layout = { certificateType: run.certificate_type, colour: run.colour };
    const fingerprint = fingerprintOf(layout, services.settings.university);
    if (run.document_fingerprint !== fingerprint) {
      await takeBack(services, run, { event: 'print_runs.file_outdated', fingerprint });
    } else if (!(await isIntact(services, run.document_key!))) {
      await takeBack(services, run, { event: 'print_runs.file_damaged', fingerprint });
    }
  }
}

type Unusable = { id: string; document_key: string | null };

async function takeBack(
  services: Services,
  { id, document_key: key }: Unusable,
  { event, fingerprint }: { event: AuditEventName; fingerprint: string },
): Promise<void> {
  let forgotten: string[] = [];
  await recordAsPortal(services, async (db, audit) => {
    const run = await inScope(db, wholeUniversity, 'print_runs')
      .selectAll('print_runs')
      .where('print_runs.id', '=', id)
      .where('print_runs.document_key', '=', key)
      .forUpdate()
      .executeTakeFirst();
    // Somebody else had the same thought, or the run was started or withdrawn meanwhile.
    if (run?.state !== 'prepared') return;
    await db
      .updateTable('print_runs')
      .set({ ...composedAnew(run), version: run.version + 1 })
      .where('id', '=', run.id)
      .execute();
    forgotten = await forgetStored(db, [key]);
    audit({
      event,
      ...recordOfRun(run),
      before: { fingerprint: run.document_fingerprint, sha256: run.document_sha256 },
      after: { fingerprint },
    });
  });
  if (forgotten.length === 0) return;
  await deleteBytes(services, forgotten);
  await services.jobs.send(composePrintRunJob.name, { printRunId: id });
}
