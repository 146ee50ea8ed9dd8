import type { FastifyReply, FastifyRequest } from 'fastify';

const mebibyte = 1024 * 1024;
/** How long a sender may go on after the answer was given. */
const patienceMs = 20_000;
const lookMs = 50;

/**
 * An answer that comes before the whole body leaves its sender in the middle: what follows is read and thrown away, so
 * that a browser, which hears no answer before it has sent everything, hears it; whoever does not end is cut off.
 */
export function closeUnread(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  const { socket } = raw;
  // A request that a test injects has no real socket.
  if (raw.complete || socket.destroyed !== false) return;
  const most = socket.bytesRead + patienceBytes(request, reply);
  const until = performance.now() + patienceMs;
  // By the socket: of a body that nobody began to read, Node tells neither its pieces nor its end.
  const watch = setInterval(() => {
    if (!raw.complete && (socket.bytesRead > most || performance.now() > until)) socket.destroy();
    if (raw.complete || socket.destroyed) clearInterval(watch);
  }, lookMs).unref();
  // Whoever read it before may have left it paused.
  raw.removeAllListeners('readable');
  raw.resume();
}

/** A photo may be far too large by mistake; nobody types megabytes, and strangers upload nothing. */
function patienceBytes(request: FastifyRequest, { statusCode }: FastifyReply): number {
  const isUpload = request.routeOptions.config.accepts !== undefined && ![401, 403].includes(statusCode);
  return isUpload ? 32 * mebibyte : 2 * mebibyte;
}
