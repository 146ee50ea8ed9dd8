import { PgBoss } from 'pg-boss';
import { type Logger, pino } from 'pino';
import type { Services } from './context.ts';
import { createDb, createPool } from './db/database.ts';
import { createFileStore } from './files/file-store.ts';
import { createQueues } from './jobs.ts';
import { keptSecret } from './secrets.ts';
import type { Settings } from './settings.ts';

/** Opens what one process shares between its requests; `close` ends it in the reverse order. */
export async function openServices(
  settings: Settings,
  databaseUrl: string,
): Promise<{ services: Services; close(): Promise<void> }> {
  const log = createLog(settings);
  const pool = createPool(databaseUrl);
  const jobs = new PgBoss({ connectionString: databaseUrl, migrate: false, createSchema: false, max: 4 });
  jobs.on('error', (error) => log.error({ err: error }, 'job queue'));
  await jobs.start();
  const services: Services = {
    db: createDb(pool),
    databaseUrl,
    jobs,
    files: createFileStore(settings),
    settings,
    log,
    secret: Buffer.from(settings.secret ?? (await keptSecret(settings.dataDirectory, 'secret'))),
  };
  await createQueues(services);
  return {
    services,
    close: async () => {
      await jobs.stop({ graceful: true, timeout: 10_000 });
      await pool.end();
    },
  };
}

function createLog(settings: Settings): Logger {
  return pino({ level: settings.logLevel, redact: ['*.password', '*.code', 'req.headers.cookie'] });
}
