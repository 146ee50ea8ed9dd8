import type { FastifyInstance } from 'fastify';
import type { Services } from '#platform/server/context.ts';
import { assertSchemaIsCurrent } from '#platform/server/db/migrate.ts';
import { screensAreBuilt } from './web.ts';

type Checks = { database: boolean; queue: boolean; screens: boolean };

/** Monitors may ask as often as they like: the database is asked this often at most. */
const freshMilliseconds = 1_000;
const patienceMilliseconds = 5_000;

/**
 * `GET /healthz` says that this process answers, and asks nothing else. `GET /readyz` says whether it can do its work:
 * 200 when the database is there with the schema of this release, the job queue answers and the screens are built; else 503.
 */
export function registerHealth(app: FastifyInstance, services: Services): void {
  let latest: { at: number; checks: Promise<Checks> } | null = null;
  app.get('/healthz', { compress: false }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'alive' }),
  );
  app.get('/readyz', { compress: false }, async (_request, reply) => {
    const now = performance.now();
    if (!latest || now - latest.at > freshMilliseconds) latest = { at: now, checks: runChecks(services) };
    const checks = await latest.checks;
    const isReady = Object.values(checks).every(Boolean);
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not_ready', checks });
  });
}

async function runChecks(services: Services): Promise<Checks> {
  const [database, queue] = await Promise.all([
    // On a connection of its own: what is asked is the database, not how busy the pools are.
    holds(services, 'database', () => assertSchemaIsCurrent(services.databaseUrl)),
    holds(services, 'queue', () => services.jobs.getQueues()),
  ]);
  return { database, queue, screens: screensAreBuilt() };
}

async function holds(services: Services, check: keyof Checks, ask: () => Promise<unknown>): Promise<boolean> {
  const patience = Promise.withResolvers<never>();
  const timer = setTimeout(() => patience.reject(new Error('no answer in time')), patienceMilliseconds);
  try {
    await Promise.race([ask(), patience.promise]);
    return true;
  } catch (error) {
    services.log.warn({ err: error, check }, 'not ready');
    return false;
  } finally {
    clearTimeout(timer);
  }
}
