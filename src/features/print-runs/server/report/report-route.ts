import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf, type RequestContext, type Services } from '#server/context.ts';
import { guard } from '#server/http/guard.ts';
import { sendPdf } from '#server/http/send-pdf.ts';
import { refusal, refuseUnless } from '#server/refusal.ts';
import { renderPaper } from '#server/typst/render-paper.ts';
import { printRunCan } from '../../rules.ts';
import { printReport } from '../commands/print-report.ts';
import { getPrintRun } from '../queries.ts';
import { reportDocument } from './report-document.ts';

/** `GET /api/print-runs/{id}/report`: what became of every sheet of a closed run, for whoever may read it. */
export function registerReportRoute(
  app: FastifyInstance,
  services: Services,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>,
): void {
  app.get<{ Params: { id: string } }>('/api/print-runs/:id/report', async (request, reply) => {
    const context = await contextOf(request, reply);
    guard(context, 'print_runs:read');
    const { id } = request.params;
    if (!z.uuid().safeParse(id).success) throw refusal('print_runs.not_found');
    const run = await getPrintRun(services, actorOf(context).scope, id);
    refuseUnless(printRunCan.report(run));
    const pdf = await renderPaper(reportDocument(services.settings.university, run));
    // Before the first byte; a request that is sent again prints again, whatever key it carries.
    await printReport({ ...context, idempotencyKey: null }, run);
    return sendPdf(reply, pdf, `report-${run.runNumber}.pdf`);
  });
}
