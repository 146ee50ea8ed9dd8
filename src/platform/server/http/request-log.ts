import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#platform/server/context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Path of the operation as it is declared; null where none was found. */
    operationPath: string | null;
    staffId: string | null;
  }
}

/** The client was gone before there was an answer; nginx calls it so. */
const clientLeft = 499;
const ownAddresses = ['/healthz', '/readyz', '/metrics'];

/** One line of the log and one count for each request, when it is over. Registered before all else. */
export function registerRequestLog(app: FastifyInstance, services: Services): void {
  app.decorateRequest('operationPath', null);
  app.decorateRequest('staffId', null);
  app.addHook('onRequest', (request, reply, done) => {
    noteRequest(services, request, reply);
    done();
  });
}

/** Without the query, which may carry codes. In demo mode the terminal is for people. */
export function noteRequest(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  const { log, metrics, settings } = services;
  const began = performance.now();
  const { method, id, ip } = request;
  const path = request.raw.url?.split('?', 1)[0] ?? '';
  reply.raw.once('close', () => {
    const ms = Math.round((performance.now() - began) * 10) / 10;
    const status = reply.raw.headersSent ? reply.raw.statusCode : clientLeft;
    const route = routeOf(request);
    const line = { requestId: id, method, path, status, ms, ip, staff: request.staffId ?? undefined };
    log[settings.demo ? 'debug' : 'info'](line, 'request');
    metrics.requests.inc({ method, route, status });
    const isStream = String(reply.raw.getHeader('content-type') ?? '').startsWith('text/event-stream');
    if (!isStream) metrics.requestSeconds.observe({ route }, ms / 1_000);
  });
}

/** Of a bounded number: the address of an operation, or what it falls under. */
function routeOf(request: FastifyRequest): string {
  const { url = '', config } = request.routeOptions;
  if (request.operationPath) return `/api${request.operationPath}`;
  if (config?.isApi) return url.replace(/:(\w+)/g, '{$1}');
  return ownAddresses.includes(url) ? url : '/*';
}
