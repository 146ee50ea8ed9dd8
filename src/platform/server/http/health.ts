import type { FastifyInstance } from 'fastify';
import type { Services } from '#platform/server/context.ts';
import { type Check, type Installation, look } from '#platform/server/doctor/check.ts';
import { databaseCheck, migrationsCheck, queueCheck } from '#platform/server/doctor/check-database.ts';
import { screensCheck } from '#platform/server/doctor/check-machine.ts';
import { installationId, ownInstallation } from '#platform/server/doctor/installation.ts';

/** Monitors may ask as often as they like: the database is asked this often at most. */
const freshMilliseconds = 1_000;
const patienceMilliseconds = 5_000;

/** Without one of these a process cannot do its work. */
const needed = [databaseCheck, queueCheck, screensCheck, migrationsCheck];

/**
 * `GET /healthz` says that this process answers, and which portal it is of; it asks nothing else. `GET /readyz` says whether it can do
 * its work: 200 when the database is there, with the migrations of this release, the job queue answers and the screens are built; else 503.
 */
export function registerHealth(app: FastifyInstance, services: Services): void {
  let latest: { at: number; checks: Promise<Record<string, boolean>> } | null = null;
  const alive = { status: 'alive', installation: installationId(services.peppers[0]) };
  const installation = { ...ownInstallation(services), measure: () => {} };
  app.get('/healthz', { compress: false }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send(alive),
  );
  app.get('/readyz', { compress: false }, async (_request, reply) => {
    const now = performance.now();
    if (!latest || now - latest.at > freshMilliseconds)
      latest = { at: now, checks: runChecks(services, installation) };
    const checks = await latest.checks;
    const isReady = Object.values(checks).every(Boolean);
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not_ready', checks });
  });
}

async function runChecks({ log }: Services, installation: Installation): Promise<Record<string, boolean>> {
  const holds = async (check: Check) => {
    const { problems, findings } = await look(check, installation, patienceMilliseconds);
    if (problems > 0) log.warn({ check: check.name, findings }, 'not ready');
    return [check.name, problems === 0] as const;
  };
  return Object.fromEntries(await Promise.all(needed.map(holds)));
}
