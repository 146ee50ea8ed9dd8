import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long, and how much, a sender may go on after its answer was given: browsers hear it only when they are done. */
const patience = { seconds: 20, bytes: 100 * 1024 * 1024 };
const patienceWithStrangers = 8 * 1024 * 1024;

/**
 * An answer that comes before the body was read leaves its sender in the middle: what follows is read and thrown away, so that a
 * browser hears the answer, and whoever does not end is cut off.
 */
export function closeUnread(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (raw.complete || raw.destroyed) return;
  const most = reply.statusCode === 401 || reply.statusCode === 403 ? patienceWithStrangers : patience.bytes;
  let bytes = 0;
  const cutOff = () => raw.socket.destroy();
  const timer = setTimeout(cutOff, patience.seconds * 1_000);
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > most) cutOff();
  });
  raw.once('close', () => clearTimeout(timer));
  raw.resume();
}
