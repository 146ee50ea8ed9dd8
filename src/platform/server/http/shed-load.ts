import type { FastifyInstance } from 'fastify';
import type { Services } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { problemHeaders, problemOf } from './problem.ts';

/** Made once: an error takes longer to make than to send. */
const busy = domainError('request.busy');
const headers = { ...problemHeaders(busy), 'cache-control': 'no-store' };

/**
 * While more requests wait for the database than can be answered in time, further ones are refused before anything is
 * done for them: a crowd costs those who came first little, and `/healthz` stays quick. Registered before all else.
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
