import { PgBoss } from 'pg-boss';
import { createPool, withClient } from './connections.ts';
import { migrate } from './migrate.ts';

/**
 * Migrates a database to the newest schema, including the job queue's, and grants the application role what it needs.
 * Runs as the owner; idempotent. Returns the applied migrations.
 */
export async function prepareDatabase(ownerUrl: string): Promise<string[]> {
  const applied = await migrate(ownerUrl);
  await withJobQueue(ownerUrl);
  await withClient(ownerUrl, 'migration', async (client) => {
    await client.query(`
      grant usage on schema pgboss to dikshant_app;
      grant select, insert, update, delete on all tables in schema pgboss to dikshant_app;
      grant usage on all sequences in schema pgboss to dikshant_app;
      grant execute on all functions in schema pgboss to dikshant_app;
    `);
  });
  return applied;
}

/** Creates the portal's login role, a member of the application role, or sets its password. */
export async function ensureLoginRole(
  ownerUrl: string,
  role: { name: string; password: string },
): Promise<void> {
  await withClient(ownerUrl, 'migration', async (client) => {
    const name = client.escapeIdentifier(role.name);
    const password = client.escapeLiteral(role.password);
    const known = await client.query('select from pg_roles where rolname = $1', [role.name]);
    if (known.rowCount === 0) await client.query(`create role ${name} login in role dikshant_app`);
    await client.query(`alter role ${name} password ${password}`);
  });
}

/** The job queue creates and migrates its own schema, then `work` gets it running but idle. */
export async function withJobQueue(
  ownerUrl: string,
  work: (boss: PgBoss) => Promise<void> = async () => {},
): Promise<void> {
  const pool = createPool(ownerUrl, 'migration', { connections: 2, waiting: 100 });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    supervise: false,
    schedule: false,
  });
  try {
    await boss.start();
    await work(boss);
    await boss.stop({ graceful: false });
  } finally {
    await pool.end();
  }
}
