import { type RawBuilder, type Selectable, sql, type UpdateObject } from 'kysely';
import { renderCertificates } from '#features/certificates/server/typst/render-certificates.ts';
import type { Services } from '#platform/server/context.ts';
import type { AuditEntry } from '#platform/server/db/audit-chain.ts';
import type { DB, PrintRuns } from '#platform/server/db/tables.ts';
import {
  deleteBytes,
  forgetStored,
  isIntact,
  openStored,
  recordStored,
  type StoredFile,
  storeBytes,
} from '#platform/server/files/stored-files.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import { type PrintedRun, readSheets } from './jobs/read-sheets.ts';
import { recordOfRun } from './locked-run.ts';
import { offsetOf } from './printers.ts';

type Run = Parameters<typeof offsetOf>[0] & { id: string };

/** What it prints was fixed when sheets were bound, so rendering twice gives the same sheets. */
export async function renderPrintFile(
  services: Services,
  options: { run: Run; printed: PrintedRun; onProgress?: (done: number) => Promise<void> },
): Promise<StoredFile> {
  const { run, printed, onProgress } = options;
  const { layoutFingerprint: _, ...certificates } = printed;
  const bytes = await renderCertificates({
    ...certificates,
    offset: offsetOf(run),
    ...(onProgress && { onProgress }),
  });
  return storeBytes(services, { folder: 'print-runs', of: run.id, mediaType: 'application/pdf', bytes });
}

/** The print file of a run that is printing; a lost file is composed again at once. */
export async function openPrintFile(services: Services, run: { id: string; document_key: string }) {
  if (await isIntact(services, run.document_key)) return openStored(services, run.document_key);
  return openStored(services, await restorePrintFile(services, run));
}

async function restorePrintFile(
  services: Services,
  { id, document_key: lost }: { id: string; document_key: string },
): Promise<string> {
  const run = await services.db
    .selectFrom('print_runs')
    .selectAll('print_runs')
    .where('print_runs.id', '=', id)
    .executeTakeFirstOrThrow();
  const file = await renderPrintFile(services, { run, printed: await readSheets(services, id) });
  const isTaken = await recordPrintFile(services, {
    run: { ...run, document_key: lost },
    file,
    expected: sql`document_key = ${lost}`,
    set: { document_key: file.key, document_sha256: file.sha256 },
    event: 'print_runs.file_restored',
    before: { sha256: run.document_sha256 },
    after: { sha256: file.sha256 },
  });
  if (isTaken) return file.key;
  const now = await services.db
    .selectFrom('print_runs')
    .select('print_runs.document_key')
    .where('print_runs.id', '=', id)
    .executeTakeFirstOrThrow();
  return now.document_key ?? lost;
}

/**
 * Records a change of a run's print file by the portal itself. Returns false if the run is no longer as `expected`;
 * then the new file is deleted, otherwise the run's previous one.
 */
export async function recordPrintFile(
  services: Services,
  change: {
    run: Pick<Selectable<PrintRuns>, 'id' | 'run_number' | 'college_id' | 'document_key'>;
    file?: StoredFile;
    expected: RawBuilder<boolean>;
    set: UpdateObject<DB, 'print_runs'>;
  } & Pick<AuditEntry, 'event' | 'before' | 'after'>,
): Promise<boolean> {
  const { run, file, expected, set, ...entry } = change;
  let isExpected = false;
  let forgotten: string[] = [];
  await recordAsPortal(services, async (db, audit) => {
    if (file) await recordStored(db, [file]);
    const changed = await db
      .updateTable('print_runs')
      .set(set)
      .where('id', '=', run.id)
      .where(expected)
      .executeTakeFirst();
    isExpected = changed.numUpdatedRows > 0n;
    forgotten = await forgetStored(db, [isExpected ? run.document_key : (file?.key ?? null)]);
    if (isExpected) audit({ ...entry, ...recordOfRun(run) });
  });
  await deleteBytes(services, forgotten);
  return isExpected;
}
