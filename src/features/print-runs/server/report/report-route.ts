import { actorOf } from '#platform/server/context.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { byteRoute } from '#platform/server/http/byte-route.ts';
import { sendPdf } from '#platform/server/http/send-pdf.ts';
import { renderPaper } from '#platform/server/typst/render-paper.ts';
import { printRunCan } from '../../rules.ts';
import { printReport } from '../commands/print-report.ts';
import { getPrintRun } from '../queries.ts';
import { reportDocument } from './report-document.ts';

/** `GET /api/print-runs/{id}/report`: what became of every sheet of a closed run, for whoever may read it. */
export const reportRoute = byteRoute({
  method: 'GET',
  path: '/print-runs/{id}/report',
  summary: 'The report of a closed run: PDF/A with its counts, its spoilt serials and every sheet.',
  access: 'print_runs:read',
  answers: { description: 'The PDF.', types: ['application/pdf'] },
  notFound: 'print_runs.not_found',
  errors: ['print_runs.not_closed', 'papers.letters_missing'],
  handle: async ({ services, context, params, reply }) => {
    const run = await getPrintRun(services, actorOf(context).scope, params.id!);
    assertAllowed(printRunCan.report(run));
    const pdf = await renderPaper(reportDocument(services.settings.university, run));
    // Before the first byte; a request that is sent again prints again, whatever key it carries.
    await printReport({ ...context, idempotencyKey: null }, run);
    return sendPdf(reply, pdf, `report-${run.runNumber}.pdf`);
  },
});
