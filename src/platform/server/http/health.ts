import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Services } from '#platform/server/context.ts';
import { type Check, type Installation, look } from '#platform/server/doctor/check.ts';
import { databaseCheck, migrationsCheck, queueCheck } from '#platform/server/doctor/check-database.ts';
import { screensCheck } from '#platform/server/doctor/check-machine.ts';
import { findStandbyState, type StandbyState } from '#platform/server/doctor/check-standby.ts';
import { installationId, ownInstallation } from '#platform/server/doctor/installation.ts';

/** Monitors may ask as often as they like: the database is asked this often at most. */
const freshMilliseconds = 1_000;
const patienceMilliseconds = 5_000;

/** Without one of these a process cannot do its work. */
const needed = [databaseCheck, queueCheck, screensCheck, migrationsCheck];

/**
 * `GET /healthz` says that this process answers, and which portal it is of; it asks nothing else. `GET /readyz` says whether it can do
 * its work: 200 when the database is there, with the migrations of this release, the job queue answers and the screens are built; else 503.
 * A standby that is missing is said, and takes nobody away: people can still read, and no other process could save either.
 */
export function registerHealth(app: FastifyInstance, services: Services): void {
  let latest: { at: number; readiness: Promise<Readiness> } | null = null;
  const alive = { status: 'alive', installation: installationId(services.peppers[0]) };
  const installation = { ...ownInstallation(services), measure: () => {} };
  app.get('/healthz', { compress: false }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send(alive),
  );
  app.get('/readyz', { compress: false }, async (_request, reply) => {
    const now = performance.now();
    if (!latest || now - latest.at > freshMilliseconds)
      latest = { at: now, readiness: findReadiness(services, installation) };
    const { status, checks } = await latest.readiness;
    return reply
      .status(status === 'not_ready' ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({ status, checks });
  });
}

type Readiness = {
  status: 'ready' | 'waiting_for_standby' | 'not_ready';
  /** Of the standby, which only an external server may have: true, or how it is in one word. */
  checks: Record<string, boolean | string>;
};

async function findReadiness({ log, settings }: Services, installation: Installation): Promise<Readiness> {
  const holds = async (check: Check) => {
    const { problems, findings } = await look(check, installation, patienceMilliseconds);
    if (problems > 0) log.warn({ check: check.name, findings }, 'not ready');
    return [check.name, problems === 0] as const;
  };
  const [checks, standby] = await Promise.all([
    Promise.all(needed.map(holds)).then(Object.fromEntries<boolean>),
    settings.databaseUrl ? standbyOf(installation) : null,
  ]);
  const isReady = Object.values(checks).every(Boolean);
  return {
    status: !isReady ? 'not_ready' : standby === 'waiting' ? 'waiting_for_standby' : 'ready',
    checks: standby === null ? checks : { ...checks, standby: standby === 'synchronous' || standby },
  };
}

/** That the database does not answer is said by its own check. */
function standbyOf(installation: Installation): Promise<StandbyState> {
  const state = findStandbyState(installation).catch(() => 'unknown' as const);
  return Promise.race([state, delay(patienceMilliseconds, 'unknown' as const, { ref: false })]);
}
