import type { FastifyRequest } from 'fastify';
import { refusal } from '#server/refusal.ts';

/** What a browser may go on sending before it is cut off without an answer: so many times the limit. */
const patience = 20;

/**
 * Reads the raw body. Of one that is too long the rest is read and thrown away: a browser hears no answer before it
 * has sent everything, and a connection with half a body in it could serve no further request.
 */
export async function readBody(
  request: FastifyRequest,
  maximumBytes: number,
  tooLarge: 'files.too_large' | 'bank_statements.too_large',
): Promise<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.raw) {
    length += (chunk as Buffer).length;
    if (length <= maximumBytes) chunks.push(chunk as Buffer);
    else chunks = [];
    if (length > patience * maximumBytes) request.raw.destroy();
  }
  if (length > maximumBytes) throw refusal(tooLarge);
  return Buffer.concat(chunks);
}
