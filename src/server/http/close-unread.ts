import type { FastifyReply, FastifyRequest } from 'fastify';

const mebibyte = 1024 * 1024;
/** How long a sender may go on after the answer was given. */
const patienceSeconds = 20;

/**
 * An answer that comes before the whole body leaves its sender in the middle: what follows is read and thrown away, so
 * that a browser, which hears no answer before it has sent everything, hears it; whoever does not end is cut off.
 */
export function closeUnread(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (raw.complete || raw.destroyed) return;
  const most = patienceBytes(request, reply);
  const cutOff = () => raw.socket.destroy();
  const timer = setTimeout(cutOff, patienceSeconds * 1_000);
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > most) cutOff();
  });
  raw.once('close', () => clearTimeout(timer));
  // Whoever read it before may have left it paused.
  raw.removeAllListeners('readable');
  raw.resume();
}

/** A photo may be far too large by mistake; nobody types megabytes, and strangers upload nothing. */
function patienceBytes(request: FastifyRequest, { statusCode }: FastifyReply): number {
  const isUpload = request.routeOptions.config.accepts !== undefined && ![401, 403].includes(statusCode);
  return isUpload ? 100 * mebibyte : 2 * mebibyte;
}
