import type { FastifyInstance } from 'fastify';
import type { Services } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { problemHeaders, problemOf } from './problem.ts';

/** Created once: creating an error takes longer than sending it. */
const busy = domainError('request.busy');
const headers = { ...problemHeaders(busy), 'cache-control': 'no-store' };

/**
 * While more requests wait for the database than can be answered in time, further ones are refused before any work is
 * done for them: this protects the requests that came first and keeps `/healthz` fast. Registered first.
 */
export function registerLoadShedding(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.isApi || !services.isOverloaded()) return done();
    const body = JSON.stringify(problemOf(busy, request.id));
    reply.hijack();
    reply.raw
      .writeHead(busy.status, {
        ...headers,
        'content-length': String(Buffer.byteLength(body)),
        'x-request-id': request.id,
      })
      .end(body);
  });
}
