import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { renderCertificates } from '#features/certificates/server/typst/render-certificates.ts';
import { actorOf, type RequestContext, type Services } from '#server/context.ts';
import { inScope } from '#server/db/database.ts';
import { guard } from '#server/http/guard.ts';
import { sendPdf } from '#server/http/send-pdf.ts';
import { refusal, refuseUnless } from '#server/refusal.ts';
import type { PrintRunState } from '../contract.ts';
import { formatRunNumber, printRunCan } from '../rules.ts';
import { readSheets } from './jobs/read-sheets.ts';
import { offsetOf } from './printers.ts';
import { waitingSerials } from './waiting-serials.ts';

type Asked = { Params: { id: string }; Querystring: { from?: string } };

/**
 * `GET /api/print-runs/{id}/remaining-document?from=n`: the pages of the sheets without an outcome, as long as the first of
 * them is sheet n. A tab that is loaded again after outcomes were recorded prints nothing twice.
 */
export function registerRemainingDocumentRoute(
  app: FastifyInstance,
  services: Services,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>,
): void {
  app.get<Asked>('/api/print-runs/:id/remaining-document', async (request, reply) => {
    const context = await contextOf(request, reply);
    guard(context, 'print_runs:record');
    const { id } = request.params;
    const run = z.uuid().safeParse(id).success
      ? await inScope(services.db, actorOf(context).scope, 'print_runs')
          .select([
            'print_runs.run_number',
            'print_runs.state',
            'print_runs.x_offset_mm',
            'print_runs.y_offset_mm',
          ])
          .where('print_runs.id', '=', id)
          .executeTakeFirst()
      : undefined;
    if (!run) throw refusal('print_runs.not_found');
    const waiting = await waitingSerials(services.db, id);
    refuseUnless(printRunCan.printRest({ state: run.state as PrintRunState, open: waiting.length }));
    const from = waiting[0]!.position;
    if (request.query.from !== String(from)) throw refusal('print_runs.printed_already');
    const pdf = await renderCertificates({
      university: services.settings.university,
      sheets: await readSheets(services, id, { remaining: true }),
      offset: offsetOf(run),
    });
    return sendPdf(reply, pdf, `${formatRunNumber(run.run_number)}-from-sheet-${from}.pdf`);
  });
}
