import { createHash } from 'node:crypto';
import { inject } from 'vitest';
import { createQueues } from '#app/server/jobs.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { readMigrations } from '#platform/server/db/migrate.ts';
import { ensureLoginRole, prepareDatabase, withJobQueue } from '#platform/server/db/prepare-database.ts';

const role = { name: 'dikshant_test', password: 'only-for-tests' };

export type TestDatabase = { url: string; ownerUrl: string; drop(): Promise<void> };

/** A database of the caller's own: a clone of a template that is migrated once for each state of the migrations. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const superuserUrl = inject('superuserUrl');
  const template = await ensureTemplate(superuserUrl);
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await withClient(superuserUrl, 'migration', (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  return {
    ownerUrl: withDatabase(superuserUrl, name),
    url: withDatabase(superuserUrl, name, role),
    drop: () =>
      withClient(superuserUrl, 'migration', async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

async function ensureTemplate(superuserUrl: string): Promise<string> {
  const digest = createHash('sha256');
  for (const migration of await readMigrations()) digest.update(migration.sha256);
  const name = `template_${digest.digest('hex').slice(0, 16)}`;
  await withClient(superuserUrl, 'migration', async (client) => {
    // Test files run side by side: the first one here makes the template, the others wait for it.
    await client.query('set lock_timeout = 0; select pg_advisory_lock(4211)');
    const known = await client.query('select from pg_database where datname = $1', [name]);
    if (known.rowCount) return;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft}`);
    await prepareDatabase(withDatabase(superuserUrl, draft));
    await withJobQueue(withDatabase(superuserUrl, draft), createQueues);
    await ensureLoginRole(superuserUrl, role);
    await client.query(`alter database ${draft} rename to ${name}`);
  });
  return name;
}

function withDatabase(
  superuserUrl: string,
  database: string,
  login?: { name: string; password: string },
): string {
  const url = new URL(superuserUrl);
  url.pathname = `/${database}`;
  if (login) {
    url.username = login.name;
    url.password = login.password;
  }
  return url.href;
}
