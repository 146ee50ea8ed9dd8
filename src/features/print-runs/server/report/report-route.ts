import { readPaperHead } from '#features/masters/server/office-paper.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { servePaper } from '#platform/server/http/byte-route.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { printRunDocuments } from '../../document-contract.ts';
import { printRunCan } from '../../rules.ts';
import { printReport } from '../commands/print-report.ts';
import { getPrintRun } from '../queries.ts';
import { reportDocument } from './report-document.ts';

/** `GET /api/print-runs/{id}/report`: the outcome of every sheet of a closed run. */
export const reportRoute = servePaper(printRunDocuments.report, async ({ services, context, params }) => {
  const run = await getPrintRun(services, params.id!);
  assertAllowed(printRunCan.report(run));
  const pdf = await renderPaper(reportDocument(await readPaperHead(services, context), run));
  // Recorded before the first byte. Without an idempotency key, because a repeated request prints again.
  await printReport({ ...context, idempotencyKey: null }, run);
  return { name: `report-${run.runNumber}`, pdf };
});
