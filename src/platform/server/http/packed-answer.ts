import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Shorter answers are sent sooner than they are packed; in bytes. */
export const packedFrom = 4_096;
const gzip = promisify(zlib.gzip);

/** Packed on another thread: a page of a list takes as long to pack as to make. */
export async function packed(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
): Promise<string | Buffer> {
  const isAccepted = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!isAccepted || Buffer.byteLength(payload) < packedFrom) return payload;
  reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding');
  // An eighth longer than at the usual level, in half the time.
  return gzip(payload, { level: 1 });
}
