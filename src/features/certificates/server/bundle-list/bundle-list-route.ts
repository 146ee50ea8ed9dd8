import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf, type RequestContext, type Services } from '#server/context.ts';
import { guard } from '#server/http/guard.ts';
import { sendPdf } from '#server/http/send-pdf.ts';
import { refusal } from '#server/refusal.ts';
import { renderPaper } from '#server/typst/render-paper.ts';
import { getBundle } from '../bundles.ts';
import { printBundleList } from '../commands/print-bundle-list.ts';
import { bundleList } from './bundle-list.ts';

/** `GET /api/bundles/{id}/document`: the list that goes along with the bundle and is signed. */
export function registerBundleListRoute(
  app: FastifyInstance,
  services: Services,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>,
): void {
  app.get<{ Params: { id: string } }>('/api/bundles/:id/document', async (request, reply) => {
    const context = await contextOf(request, reply);
    guard(context, 'certificates:read');
    const { id } = request.params;
    if (!z.uuid().safeParse(id).success) throw refusal('bundles.not_found');
    const bundle = await getBundle(services.db, actorOf(context).scope, id);
    const pdf = await renderPaper(bundleList(services.settings.university, bundle));
    // Before the first byte; a request that is sent again prints again, whatever key it carries.
    await printBundleList({ ...context, idempotencyKey: null }, bundle);
    return sendPdf(reply, pdf, `bundle-${bundle.bundleNumber}.pdf`);
  });
}
