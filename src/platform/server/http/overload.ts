import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { domainError } from '#platform/server/domain-error.ts';

/** A browser opens six; behind a proxy with persistent connections, everybody together needs far fewer. */
const maximumConnections = 10_000;

/** How long clients may take to send. Bodies have their own limits, of which the largest upload's is the longest. */
export const serverTimeouts = {
  requestTimeout: 15 * 60_000,
  keepAliveTimeout: 30_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
};

/**
 * While the event loop is blocked or the heap nearly full, API requests are refused before any work is done for them.
 * Health, metrics and screens are still served. For processes that only serve requests.
 */
export async function limitLoad(
  app: FastifyInstance,
  { eventLoopMs = 500, everyMs = 2_000 }: { eventLoopMs?: number; everyMs?: number } = {},
): Promise<void> {
  app.server.maxConnections = maximumConnections;
  const busy = domainError('request.busy');
  await app.register(underPressure, {
    sampleInterval: everyMs,
    maxEventLoopDelay: eventLoopMs,
    maxHeapUsedBytes: 0.9 * getHeapStatistics().heap_size_limit,
    pressureHandler: async ({ routeOptions }) => {
      if (routeOptions.config.isApi) throw busy;
    },
  });
}
