import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#platform/server/context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Declared path of the operation; null if none matched. */
    operationPath: string | null;
    staffId: string | null;
  }
}

/** The client closed the connection before a response; nginx's code for it. */
const clientDisconnected = 499;
const ownAddresses = ['/healthz', '/readyz', '/metrics'];

/** Names each request in its response, and writes one log line and counts it when it is finished. Registered first. */
export function registerRequestLog(app: FastifyInstance, services: Services): void {
  app.decorateRequest('operationPath', null);
  app.decorateRequest('staffId', null);
  app.addHook('onRequest', (request, reply, done) => {
    logRequest(services, request, reply);
    done();
  });
}

/** Without the query string, which may contain codes. In demo mode the terminal is for people. */
export function logRequest(services: Services, request: FastifyRequest, reply: FastifyReply): void {
  const { log, metrics, settings } = services;
  const began = performance.now();
  const { method, id, ip } = request;
  reply.header('x-request-id', id);
  const path = request.raw.url?.split('?', 1)[0] ?? '';
  reply.raw.once('close', () => {
    const ms = Math.round((performance.now() - began) * 10) / 10;
    const status = reply.raw.headersSent ? reply.raw.statusCode : clientDisconnected;
    const route = routeOf(request);
    const line = { requestId: id, method, path, status, ms, ip, staff: request.staffId ?? undefined };
    log[settings.demo ? 'debug' : 'info'](line, 'request');
    metrics.requests.inc({ method, route, status });
    const isStream = String(reply.raw.getHeader('content-type') ?? '').startsWith('text/event-stream');
    if (!isStream) metrics.requestSeconds.observe({ route }, ms / 1_000);
  });
}

/** A label from a bounded set: the path of an operation, or a general one. */
function routeOf(request: FastifyRequest): string {
  const { url = '', config } = request.routeOptions;
  if (request.operationPath) return `/api${request.operationPath}`;
  if (config?.isApi) return url.replace(/:(\w+)/g, '{$1}');
  return ownAddresses.includes(url) ? url : '/*';
}
