import type { FastifyReply } from 'fastify';

/** Answers with a paper made for this request: shown by the browser, and kept by nobody on the way. */
export function sendPdf(reply: FastifyReply, pdf: Uint8Array, fileName: string): FastifyReply {
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `inline; filename="${fileName}"`)
    .send(Buffer.from(pdf));
}
