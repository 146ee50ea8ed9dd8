import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Services } from '#platform/server/context.ts';
import { type Check, type Installation, runCheck } from '#platform/server/doctor/check.ts';
import { databaseCheck, migrationsCheck, queueCheck } from '#platform/server/doctor/check-database.ts';
import { screensCheck } from '#platform/server/doctor/check-machine.ts';
import { findStandbyState, type StandbyState } from '#platform/server/doctor/check-standby.ts';
import { installationId, ownInstallation } from '#platform/server/doctor/installation.ts';

/** However often monitors ask, the database is queried this often at most. */
const freshMilliseconds = 1_000;
const timeoutMilliseconds = 5_000;

/** Without one of these a process cannot serve requests. */
const needed = [databaseCheck, queueCheck, screensCheck, migrationsCheck];

/**
 * `GET /healthz` only says that this process responds, and which portal it belongs to. `GET /readyz` says whether it
 * can serve: 200 if the database is reachable with the migrations of this release, the job queue responds and the web
 * build is complete; else 503. A missing standby is reported with 200: people can still read, and no other process
 * could save either.
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
  /** For the standby, which only an external server may have: true, or its state. */
  checks: Record<string, boolean | string>;
};

async function findReadiness({ log, settings }: Services, installation: Installation): Promise<Readiness> {
  const holds = async (check: Check) => {
    const { problems, findings } = await runCheck(check, installation, timeoutMilliseconds);
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

/** An unreachable database is reported by its own check. */
function standbyOf(installation: Installation): Promise<StandbyState> {
  const state = findStandbyState(installation).catch(() => 'unknown' as const);
  return Promise.race([state, delay(timeoutMilliseconds, 'unknown' as const, { ref: false })]);
}
