import { renderCertificates } from '#features/certificates/server/typst/render-certificates.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { recordView } from '#platform/server/files/record-view.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import type { PrintRunState } from '../contract.ts';
import { printRunDocuments } from '../document-contract.ts';
import { formatRunNumber, printRunCan } from '../rules.ts';
import { newestFile } from './allowed-files.ts';
import { recordFileOpened } from './commands/record-file-opened.ts';
import { readSheets } from './jobs/read-sheets.ts';
import { offsetOf } from './printers.ts';
import { waitingSerials } from './waiting-serials.ts';

/**
 * `GET /api/print-runs/{id}/remaining-document?from=n`: the pages of the sheets without an outcome, as long as the
 * first of them is sheet n, where the stack was checked. Reloading a tab after outcomes were recorded prints nothing
 * twice.
 */
export const remainingDocumentRoute = servePdf(
  printRunDocuments.remaining,
  async ({ services, context, params, query }) => {
    const id = params.id!;
    const run = await services.db
      .selectFrom('print_runs')
      .select([
        'print_runs.run_number',
        'print_runs.state',
        'print_runs.x_offset_mm',
        'print_runs.y_offset_mm',
      ])
      .where('print_runs.id', '=', id)
      .executeTakeFirstOrThrow(() => domainError('print_runs.not_found'));
    const waiting = await waitingSerials(services.db, id);
    assertAllowed(printRunCan.printRest({ state: run.state as PrintRunState, open: waiting.length }));
    const from = waiting[0]!.position;
    const file = await newestFile(services.db, id);
    if (query.from !== from || file?.from !== from) throw domainError('print_runs.printed_already');
    const { layoutFingerprint: _, ...certificates } = await readSheets(services, id, { remaining: true });
    const pdf = await renderCertificates({ ...certificates, offset: offsetOf(run) });
    recordView(context, 'document_viewed', { label: formatRunNumber(run.run_number) });
    await recordFileOpened({ ...context, idempotencyKey: null }, { id, from });
    return { name: `${formatRunNumber(run.run_number)}-from-sheet-${from}`, pdf };
  },
);
