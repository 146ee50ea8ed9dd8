import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTest } from '#dev/testing/long-test.ts';
import { createTestDatabase } from '#dev/testing/test-database.ts';
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres/embedded-postgres.ts';
import { withClient } from './connections.ts';
import { createMigrationsTable } from './migrate.ts';

const database = await createTestDatabase();
const dataDirectory = mkdtempSync(path.join(tmpdir(), 'dikshant-schema-'));
afterAll(async () => {
  await database.drop();
  rmSync(dataDirectory, { recursive: true });
});

const asOwner = (statement: string) =>
  withClient(database.ownerUrl, 'migration', (client) => client.query(statement));

async function run(script: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, DATA_DIRECTORY: dataDirectory, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors, exitCode] = await Promise.all([
    text(child.stderr),
    new Promise((resolve) => child.once('exit', resolve)),
  ]);
  return { errors, exitCode };
}

/** The portal as production starts it, with the application role's URL alone. */
const start = () =>
  run('src/app/server/main.ts', {
    DATABASE_URL: database.url,
    SERVICES: 'worker',
    PUBLIC_URL: 'http://127.0.0.1:1',
    PORT: '0',
    SECRET: 'x'.repeat(32),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'office@university.example',
  });

describe('a database of a newer release', () => {
  beforeAll(() => asOwner(`insert into migrations (name, sha256) values ('9999-of-tomorrow.sql', 'x')`));
  afterAll(() => asOwner(`delete from migrations where name = '9999-of-tomorrow.sql'`));
  const sentence = 'The database is newer than this release: it has 9999-of-tomorrow.sql.';

  longTest('is not served', async () => {
    const { errors, exitCode } = await start();
    expect(errors).toContain(sentence);
    expect(exitCode).toBe(1);
  });

  test('is not migrated', async () => {
    const { errors, exitCode } = await run('scripts/migrate.ts', { DATABASE_OWNER_URL: database.ownerUrl });
    expect(errors).toContain(sentence);
    expect(exitCode).toBe(1);
  });
});

longTest(
  'a database of before the baseline is not served, and the message says that it is made anew',
  async () => {
    await asOwner(`
    create table kept as select * from migrations;
    delete from migrations;
    insert into migrations (name, sha256) values ('0001-create-audit.sql', 'x'), ('0002-create-staff.sql', 'y')`);
    const { errors, exitCode } = await start();
    await asOwner('delete from migrations; insert into migrations select * from kept; drop table kept');
    expect(errors).toContain('was made before the first release and cannot be upgraded');
    expect(exitCode).toBe(1);
  },
);

longTest('a demo folder of before the baseline says which folder to delete', async () => {
  const server = await startEmbeddedPostgres({ directory: path.join(dataDirectory, 'postgres') });
  await withClient(server.superuserUrl, 'migration', async (client) => {
    await client.query(createMigrationsTable);
    await client.query(`insert into migrations (name, sha256) values ('0001-create-audit.sql', 'x')`);
  });
  await server.stop();
  const { errors, exitCode } = await run('src/dev/main.ts', {
    SERVICES: 'worker',
    PORT: '0',
  });
  expect(errors).toContain(
    `cannot be upgraded. Begin with an empty one. To begin the demo afresh, delete ${dataDirectory}.`,
  );
  expect(exitCode).toBe(1);
});

longTest.each([
  ['lacks a migration', `delete from migrations where name = (select max(name) from migrations)`],
  ['does not let the portal read its migrations', `revoke select on migrations from dikshant_app`],
  ['was never migrated', `alter table migrations rename to no_migrations`],
])('a database that %s is not served, and the message says what to run', async (_what, damage) => {
  await asOwner(damage);
  const { errors, exitCode } = await start();
  expect(errors).toContain('The database is older than this release');
  expect(errors).toContain('npm run migrate');
  expect(exitCode).toBe(1);
});
