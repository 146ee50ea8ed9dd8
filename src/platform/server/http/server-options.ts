import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyHttpOptions } from 'fastify';
import { domainError } from '#platform/server/domain-error.ts';
import { problemHeaders, problemOf } from './problem.ts';

/**
 * Limits of an operation's JSON input: bytes, values and seconds to arrive. The largest, the outcomes of a thousand
 * sheets, has five thousand values.
 */
export const jsonLimits = { maximumBytes: 256 * 1024, parts: 10_000, seconds: 30 };

/** A browser opens six; behind a proxy with persistent connections, everybody together needs far fewer. */
const mostConnections = 4_000;

/** How long clients may take to send. Bodies have their own limits, of which the largest upload's is the longest. */
export const serverTimeouts = {
  requestTimeout: 15 * 60_000,
  keepAliveTimeout: 30_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
  clientErrorHandler: answerClientError,
} satisfies Partial<FastifyHttpOptions<Server>>;

/** Responds to a request that Node's parser rejects; it reaches no route, so the response is written to the socket. */
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
  // Close the socket even if the client does not read the response.
  setTimeout(() => socket.destroy(), 1_000).unref();
}

/**
 * Limits the connections of a process. When full, the connection that has been idle longest is closed, so that idle
 * connections cannot lock anybody out; only if all are busy is the new one closed.
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
