import type { FastifyReply, FastifyRequest } from 'fastify';

const mebibyte = 1024 * 1024;
/** How long a client may go on sending after the response. */
const patienceMs = 20_000;
const lookMs = 50;

/**
 * After a response before the end of the body, the rest is read and discarded, because browsers read no response before
 * they have sent everything; a client that does not finish is disconnected.
 */
export function closeUnread(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  const { socket } = raw;
  // Injected test requests have no real socket.
  if (raw.complete || socket.destroyed !== false) return;
  const most = socket.bytesRead + patienceBytes(request, reply);
  const until = performance.now() + patienceMs;
  // Watches the socket, because Node emits no events for a body that nobody began to read.
  const watch = setInterval(() => {
    if (!raw.complete && (socket.bytesRead > most || performance.now() > until)) socket.destroy();
    if (raw.complete || socket.destroyed) clearInterval(watch);
  }, lookMs).unref();
  // An earlier reader may have left the stream paused.
  raw.removeAllListeners('readable');
  raw.resume();
}

/**
 * A photo may be far too large by mistake; typed input is never megabytes, and clients without access upload nothing.
 */
function patienceBytes(request: FastifyRequest, { statusCode }: FastifyReply): number {
  const isUpload = request.routeOptions.config.accepts !== undefined && ![401, 403].includes(statusCode);
  return isUpload ? 32 * mebibyte : 2 * mebibyte;
}
