import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { recordView } from '#platform/server/files/record-view.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import type { PrintRunState } from '../contract.ts';
import { printRunDocuments } from '../document-contract.ts';
import { formatRunNumber, printRunCan } from '../rules.ts';
import { recordFileOpened } from './commands/record-file-opened.ts';
import { openPrintFile } from './print-file.ts';

/**
 * `GET /api/print-runs/{id}/document`: the PDF for the printer, one page per sheet in sheet order; available from the
 * check of the stack to the first outcome.
 */
export const documentRoute = servePdf(printRunDocuments.printFile, async ({ services, context, params }) => {
  const run = await services.db
    .selectFrom('print_runs')
    .select(['print_runs.document_key', 'print_runs.run_number', 'print_runs.state'])
    .select((eb) =>
      eb
        .selectFrom('sheets')
        .whereRef('sheets.print_run_id', '=', 'print_runs.id')
        .where('sheets.outcome', 'is not', null)
        .select((of) => of.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('decided'),
    )
    .where('print_runs.id', '=', params.id!)
    .executeTakeFirstOrThrow(() => domainError('print_runs.not_found'));
  assertAllowed(printRunCan.printAll({ state: run.state as PrintRunState, decided: run.decided }));
  if (!run.document_key) throw domainError('print_runs.no_document');
  const { stream } = await openPrintFile(services, { id: params.id!, document_key: run.document_key });
  recordView(context, 'document_viewed', { label: formatRunNumber(run.run_number) });
  // Recorded before the first byte. Without an idempotency key, because a repeated request prints again.
  await recordFileOpened({ ...context, idempotencyKey: null }, { id: params.id!, from: 1 });
  return { name: formatRunNumber(run.run_number), pdf: stream };
});
