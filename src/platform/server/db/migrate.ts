import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { withClient } from './connections.ts';
import { workLimits } from './work-limits.ts';

export const migrationsDirectory = path.resolve(import.meta.dirname, '../../../../migrations');

/** The applied migrations; created before the first one, which grants the portal read access to it. */
export const createMigrationsTable =
  'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())';

const lockKey = 7_301_984;

/** Database and sources do not match; the message says what to do. */
export class SchemaMismatchError extends Error {}

/**
 * Applies the missing migrations, each in its own transaction, under an advisory lock (so: a direct connection, not a
 * transaction-mode pooler). Refuses a database that is newer than these sources, older than the baseline, or with an
 * applied file that was changed since. Returns the names of the applied migrations. Needs the owner's URL; the portal
 * itself connects as a less privileged role.
 */
export async function migrate(ownerUrl: string, directory = migrationsDirectory): Promise<string[]> {
  return withClient(ownerUrl, 'migration', async (client) => {
    // Another process may be migrating; wait for it without limit.
    await client.query('set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(`set lock_timeout = ${workLimits.migration.lock}`);
    await client.query(createMigrationsTable);
    const missing = await findMissingMigrations(client, await readMigrations(directory));
    for (const migration of missing) await applyMigration(client, migration);
    if (missing.length > 0) await vacuumRewritten(client);
    return missing.map(({ name }) => name);
  });
}

/** Throws unless the database has exactly the schema of these sources; the application role's URL is enough. */
export async function assertSchemaIsCurrent(url: string): Promise<void> {
  const migrations = await readMigrations();
  const missing = await withClient(url, 'query', (client) => findMissingMigrations(client, migrations)).catch(
    (error: { code?: string }) => {
      const { undefinedTable, insufficientPrivilege } = sqlStates;
      if (error.code !== undefinedTable && error.code !== insufficientPrivilege) throw error;
      return migrations;
    },
  );
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  throw new SchemaMismatchError(
    `The database is older than this release: ${names} is missing. Run 'npm run migrate' with DATABASE_OWNER_URL first.`,
  );
}

const sqlStates = { undefinedTable: '42P01', insufficientPrivilege: '42501' };

async function findMissingMigrations(
  client: pg.ClientBase,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations',
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const unknown = rows.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0 && unknown.length === rows.length)
    throw new SchemaMismatchError(
      'The database was made before the first release and cannot be upgraded. Begin with an empty one.',
    );
  if (unknown.length > 0)
    throw new SchemaMismatchError(
      `The database is newer than this release: it has ${unknown.sort().join(', ')}. Start the newer release, or restore the backup from before the upgrade.`,
    );
  for (const { name, sha256 } of rows) {
    if (known.get(name)?.sha256 !== sha256)
      throw new SchemaMismatchError(
        `Migration ${name} was changed after it was applied; add a new one instead.`,
      );
    known.delete(name);
  }
  return [...known.values()];
}

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Vacuums large tables that a migration wrote anew: an index answers alone only for pages that a vacuum has visited, and
 * autovacuum waits for further changes. Until then counts and jumps of lists read the table.
 */
async function vacuumRewritten(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relallvisible = 0
       and pg_relation_size(oid) > 10 * 1024 * 1024`);
  for (const { name } of rows) await client.query(`vacuum (analyze) ${name}`);
}

type Migration = { name: string; sql: string; sha256: string };

export async function readMigrations(directory = migrationsDirectory): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(directory, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
