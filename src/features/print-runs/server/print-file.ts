import type { CertificateSheet } from '#features/certificates/server/typst/certificate-sheet.ts';
import { renderCertificates } from '#features/certificates/server/typst/render-certificates.ts';
import { wholeUniversity } from '#platform/server/actor.ts';
import type { Services } from '#platform/server/context.ts';
import { inScope } from '#platform/server/db/database.ts';
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
import { readSheets } from './jobs/read-sheets.ts';
import { recordOfRun } from './locked-run.ts';
import { offsetOf } from './printers.ts';

type Run = Parameters<typeof offsetOf>[0] & { id: string };

/** What it prints was bound before, so rendering twice gives the same sheets. */
export async function renderPrintFile(
  services: Services,
  options: { run: Run; sheets: CertificateSheet[]; onProgress?: (done: number) => Promise<void> },
): Promise<StoredFile> {
  const { run, sheets, onProgress } = options;
  const bytes = await renderCertificates({
    university: services.settings.university,
    sheets,
    offset: offsetOf(run),
    ...(onProgress && { onProgress }),
  });
  return storeBytes(services, { folder: 'print-runs', of: run.id, mediaType: 'application/pdf', bytes });
}

/** The print file of a run that is printing; one that was lost is composed again on the spot. */
export async function openPrintFile(services: Services, run: { id: string; document_key: string }) {
  if (await isIntact(services, run.document_key)) return openStored(services, run.document_key);
  return openStored(services, await restorePrintFile(services, run));
}

async function restorePrintFile(
  services: Services,
  { id, document_key: lost }: { id: string; document_key: string },
): Promise<string> {
  const run = await inScope(services.db, wholeUniversity, 'print_runs')
    .selectAll('print_runs')
    .where('print_runs.id', '=', id)
    .executeTakeFirstOrThrow();
  const file = await renderPrintFile(services, { run, sheets: await readSheets(services, id) });
  let isTaken = false;
  await recordAsPortal(services, async (db, audit) => {
    await recordStored(db, [file]);
    const changed = await db
      .updateTable('print_runs')
      .set({ document_key: file.key, document_sha256: file.sha256 })
      .where('id', '=', id)
      .where('document_key', '=', lost)
      .executeTakeFirst();
    isTaken = changed.numUpdatedRows > 0n;
    await forgetStored(db, [isTaken ? lost : file.key]);
    if (!isTaken) return;
    audit({
      event: 'print_runs.file_restored',
      ...recordOfRun(run),
      before: { sha256: run.document_sha256 },
      after: { sha256: file.sha256 },
    });
  });
  await deleteBytes(services, [isTaken ? lost : file.key]);
  if (isTaken) return file.key;
  const now = await inScope(services.db, wholeUniversity, 'print_runs')
    .select('print_runs.document_key')
    .where('print_runs.id', '=', id)
    .executeTakeFirstOrThrow();
  return now.document_key ?? lost;
}
