import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DomainError, domainError } from '#platform/server/domain-error.ts';

type Limits = { maximumBytes: number; seconds: number; tooLarge: () => DomainError };

export async function readBody(request: IncomingMessage, limits: Limits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of readWithin(request, limits)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * The same chunk by chunk, for bodies that are not kept in memory. A body that is too large is refused as soon as that
 * is known; `limitRest` limits what the client may still send.
 */
export async function* readWithin(request: IncomingMessage, limits: Limits): AsyncGenerator<Buffer> {
  const { maximumBytes, seconds, tooLarge } = limits;
  if (Number(request.headers['content-length'] ?? 0) > maximumBytes) throw tooLarge();
  let isLate = false;
  let refuse = (): void => {};
  const timer = setTimeout(() => {
    isLate = true;
    refuse();
  }, seconds * 1_000);
  // Left open when reading stops early, because the response still has to be sent on its connection.
  const chunks = request.iterator({ destroyOnReturn: false });
  let length = 0;
  try {
    for (;;) {
      // Racing with one promise for the whole time would retain every chunk until the end.
      const { value, done } = await new Promise<IteratorResult<Buffer>>((resolve, reject) => {
        refuse = () => reject(domainError('request.too_slow'));
        if (isLate) refuse();
        nextOf(chunks).then(resolve, reject);
      });
      if (done) return;
      length += value.length;
      if (length > maximumBytes) throw tooLarge();
      yield value;
    }
  } finally {
    clearTimeout(timer);
  }
}

/** A photo may be somewhat too large, and is sent by browsers to the end before they read the answer. */
const maximumRestBytes = 16 * 1024 * 1024;
const maximumRestMs = 20_000;

/** After an answer before the end of the body, Node discards a short rest; otherwise the connection is closed. */
export function limitRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  if (Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY) > maximumRestBytes) {
    reply.header('connection', 'close');
    return;
  }
  // Whoever read the beginning may have left it paused.
  raw.removeAllListeners('readable').resume();
  setTimeout(() => raw.complete || raw.destroy(), maximumRestMs).unref();
}

/** A client that disconnects is not a server error. */
async function nextOf(chunks: AsyncIterator<unknown>): Promise<IteratorResult<Buffer>> {
  try {
    return (await chunks.next()) as IteratorResult<Buffer>;
  } catch {
    throw domainError('request.unreadable');
  }
}
