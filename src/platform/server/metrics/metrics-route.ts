import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Services } from '#platform/server/context.ts';

/**
 * `GET /metrics` in Prometheus format for clients with METRICS_TOKEN; without that setting the route does not exist.
 */
export function registerMetrics(app: FastifyInstance, { metrics, settings }: Services): void {
  const token = settings.metricsToken;
  if (token === null) return;
  app.get('/metrics', { compress: false }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!carries(request, token))
      return reply
        .status(401)
        .headers({ 'www-authenticate': 'Bearer', 'content-type': 'text/plain; charset=utf-8' })
        .send('Authorization: Bearer METRICS_TOKEN is needed.\n');
    const text = withoutEmptyFamilies(await metrics.registry.metrics());
    return reply.header('content-type', metrics.registry.contentType).send(text);
  });
}

function carries({ headers }: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));
}

/** The library also outputs families without samples. */
function withoutEmptyFamilies(text: string): string {
  const families = text.split('\n\n').filter((family) => /^[^#\s]/m.test(family));
  return `${families.join('\n\n').trimEnd()}\n`;
}
