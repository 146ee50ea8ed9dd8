import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyHttpOptions } from 'fastify';
import { domainError } from '#platform/server/domain-error.ts';
import { problemHeaders, problemOf } from './problem.ts';

/**
 * An operation's input is JSON of at most so many bytes and values, and arrives within so many seconds. The largest, the
 * outcomes of a thousand sheets, has five thousand values.
 */
export const jsonLimits = { maximumBytes: 256 * 1024, parts: 10_000, seconds: 30 };

/** A browser opens six; behind a proxy that keeps its connections everybody together needs far fewer. */
const mostConnections = 4_000;

/** How long a sender may take. Bodies have limits of their own, the largest upload being the longest. */
export const serverTimeouts = {
  requestTimeout: 15 * 60_000,
  keepAliveTimeout: 30_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
  clientErrorHandler: answerClientError,
} satisfies Partial<FastifyHttpOptions<Server>>;

/** A request that Node's parser refuses reaches no route: the answer is written to the socket itself. */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const problem = domainError(isLate ? 'request.too_slow' : 'request.unreadable');
  const requestId = randomUUID();
  const body = JSON.stringify(problemOf(problem, requestId));
  const headers = {
    ...problemHeaders(problem),
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(
    [`HTTP/1.1 ${problem.status} ${isLate ? 'Request Timeout' : 'Bad Request'}`, ...lines, '', body].join(
      '\r\n',
    ),
  );
  // Whoever does not read the answer does not keep the socket either.
  setTimeout(() => socket.destroy(), 1_000).unref();
}

/**
 * Bounds the connections of a process. When it is full the one that has been without a request for longest makes room, so that
 * sockets that somebody holds open keep nobody out; only if all are busy is the new one closed.
 */
export function boundConnections(server: Server, most = mostConnections): void {
  const idle = new Set<Duplex>();
  let open = 0;
  server.on('connection', (socket: Duplex) => {
    if (open >= most) {
      const [oldest] = idle;
      (oldest ?? socket).destroy();
      if (!oldest) return;
      idle.delete(oldest);
    }
    open += 1;
    idle.add(socket);
    socket.once('close', () => {
      open -= 1;
      idle.delete(socket);
    });
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
}
