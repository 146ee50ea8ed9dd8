import { PgBoss } from 'pg-boss';
import { type Logger, pino } from 'pino';
import { createAccessLog } from './access-log.ts';
import type { Services } from './context.ts';
import { createPool } from './db/connections.ts';
import { createDb } from './db/database.ts';
import type { KindOfWork } from './db/work-limits.ts';
import { createFileStore } from './files/file-store.ts';
import { createMetrics } from './metrics/metrics.ts';
import { loadOrCreateSecret, peppersOf } from './secrets.ts';
import type { Settings } from './settings.ts';

/** Opens what all requests of a process share; `close` closes it in reverse order. */
export async function openServices(
  settings: Settings,
  databaseUrl: string,
): Promise<{ services: Services; close(): Promise<void> }> {
  const log = createLog(settings);
  const onLost = (error: Error, kind: KindOfWork) =>
    log.warn({ err: error, kind }, 'a connection to the database was lost');
  const poolOf = (kind: KindOfWork) => createPool(databaseUrl, kind, { onLost });
  const pools = {
    query: poolOf('query'),
    command: poolOf('command'),
    export: poolOf('export'),
    job: poolOf('job'),
    queue: poolOf('queue'),
  };
  const files = await createFileStore(settings, (error) =>
    log.error({ err: error }, 'a file was not copied to the backup'),
  );
  await files.place.assertUsable();
  const jobs = new PgBoss({
    db: { executeSql: (text, values) => pools.queue.query(text, values as unknown[]) },
    migrate: false,
    createSchema: false,
    // How often to look for jobs without a heartbeat.
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  });
  jobs.on('error', (error) => log.error({ err: error }, 'job queue'));
  await jobs.start();
  const jobDb = createDb(pools.job);
  const peppers = peppersOf(
    settings.secret ?? (await loadOrCreateSecret(settings.dataDirectory, 'secret')),
    settings.previousSecret,
  );
  // On the job connections: an hour of password guessing must not slow down requests.
  const accessLog = createAccessLog({ db: jobDb, pepper: peppers[0], log });
  const services: Services = {
    db: createDb(pools.query),
    commandDb: createDb(pools.command),
    exportDb: createDb(pools.export),
    jobDb,
    databaseUrl: settings.databaseDirectUrl ?? databaseUrl,
    jobs,
    files,
    settings,
    log,
    peppers,
    accessLog,
    metrics: createMetrics(pools),
    checkpoints: {
      directory: settings.checkpointDirectory,
      key: settings.checkpointKey ?? (await loadOrCreateSecret(settings.dataDirectory, 'checkpoint-key')),
    },
  };
  return {
    services,
    close: async () => {
      await jobs.stop({ graceful: true, timeout: 10_000 });
      await accessLog.close();
      await Promise.all(Object.values(pools).map((pool) => pool.end()));
    },
  };
}

function createLog(settings: Settings): Logger {
  return pino({ level: settings.logLevel, redact: ['*.password', '*.code', 'req.headers.cookie'] });
}
