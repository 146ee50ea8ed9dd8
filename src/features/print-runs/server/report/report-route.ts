import { readLetterhead } from '#features/masters/server/office-document.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import { renderPdf } from '#platform/server/typst/render-pdf.ts';
import { printRunDocuments } from '../../document-contract.ts';
import { printRunCan } from '../../rules.ts';
import { printReport } from '../commands/print-report.ts';
import { getPrintRun } from '../queries.ts';
import { reportDocument } from './report-document.ts';

/** `GET /api/print-runs/{id}/report`: the outcome of every sheet of a closed run. */
export const reportRoute = servePdf(printRunDocuments.report, async ({ services, context, params }) => {
  const run = await getPrintRun(services, params.id!);
  assertAllowed(printRunCan.report(run));
  const pdf = await renderPdf(reportDocument(await readLetterhead(services, context), run));
  // Recorded before the first byte. Without an idempotency key, because a repeated request prints again.
  await printReport({ ...context, idempotencyKey: null }, run);
  return { name: `report-${run.runNumber}`, pdf };
});
