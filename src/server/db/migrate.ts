import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

const directory = path.resolve(import.meta.dirname, '../../../migrations');
const lockKey = 7_301_984;

/**
 * Applies the migrations that are missing, each in its own transaction, under an advisory lock (so: a direct
 * connection, not a transaction-mode pooler). Refuses when an applied file was changed since.
 * Returns the names that were applied. The URL is the owner's; the portal itself connects as a lesser role.
 */
export async function migrate(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'dikshant-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
    );
    const applied = new Map(
      (await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')).rows.map(
        (row) => [row.name, row.sha256],
      ),
    );
    const names: string[] = [];
    for (const migration of await readMigrations()) {
      const known = applied.get(migration.name);
      if (known !== undefined && known !== migration.sha256) {
        throw new Error(
          `Migration ${migration.name} was changed after it was applied; add a new one instead.`,
        );
      }
      if (known !== undefined) continue;
      await applyMigration(client, migration);
      names.push(migration.name);
    }
    return names;
  } finally {
    await client.end();
  }
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

type Migration = { name: string; sql: string; sha256: string };

/** The migrations in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(directory, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
