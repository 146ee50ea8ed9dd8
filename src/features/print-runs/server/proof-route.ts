import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { proofDocument } from '#features/certificates/server/typst/proof-document.ts';
import type { RequestContext, Services } from '#server/context.ts';
import { guard } from '#server/http/guard.ts';
import { sendPdf } from '#server/http/send-pdf.ts';
import { refusal } from '#server/refusal.ts';
import { renderPaper } from '#server/typst/render-paper.ts';
import { dayInIndia, formatMoment } from '#shared/dates.ts';
import { getProof } from './proofs.ts';

/**
 * `GET /api/proofs/{id}/document`: the proof sheet. It is made when it is asked for, which shows the same as long as the
 * layout is the same; afterwards it is refused.
 */
export function registerProofRoute(
  app: FastifyInstance,
  services: Services,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>,
): void {
  app.get<{ Params: { id: string } }>('/api/proofs/:id/document', async (request, reply) => {
    guard(await contextOf(request, reply), 'proofs:read');
    const { id } = request.params;
    if (!z.uuid().safeParse(id).success) throw refusal('proofs.not_found');
    const proof = await getProof(services, id);
    if (!proof.isCurrent) throw refusal('proofs.outdated');
    const { certificateType, colour, madeAt, madeBy, templateVersion } = proof;
    const document = await proofDocument({
      university: services.settings.university,
      publicUrl: services.settings.publicUrl,
      certificateType,
      colour,
      madeOn: dayInIndia(new Date(madeAt)),
      legend: `Proof sheet, no certificate. ${certificateType}, ${colour}, template ${templateVersion}. Made by ${madeBy}, ${formatMoment(madeAt)} IST.`,
    });
    return sendPdf(reply, await renderPaper(document), `proof-${id}.pdf`);
  });
}
