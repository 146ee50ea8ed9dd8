import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf, type RequestContext, type Services } from '#server/context.ts';
import { inScope } from '#server/db/database.ts';
import { guard } from '#server/http/guard.ts';
import { refusal, refuseUnless } from '#server/refusal.ts';
import type { PrintRunState } from '../contract.ts';
import { formatRunNumber, printRunCan } from '../rules.ts';

/**
 * `GET /api/print-runs/{id}/document`: the PDF that goes to the printer, one page a sheet in their order; from the check of
 * the stack to the first outcome.
 */
export function registerDocumentRoute(
  app: FastifyInstance,
  services: Services,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>,
): void {
  app.get<{ Params: { id: string } }>('/api/print-runs/:id/document', async (request, reply) => {
    const context = await contextOf(request, reply);
    guard(context, 'print_runs:record');
    const { id } = request.params;
    const run = z.uuid().safeParse(id).success
      ? await inScope(services.db, actorOf(context).scope, 'print_runs')
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
          .where('print_runs.id', '=', id)
          .executeTakeFirst()
      : undefined;
    if (!run) throw refusal('print_runs.not_found');
    refuseUnless(printRunCan.printAll({ state: run.state as PrintRunState, decided: run.decided }));
    if (!run.document_key) throw refusal('print_runs.no_document');
    return reply
      .type('application/pdf')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `inline; filename="${formatRunNumber(run.run_number)}.pdf"`)
      .send(await services.files.getStream(run.document_key));
  });
}
