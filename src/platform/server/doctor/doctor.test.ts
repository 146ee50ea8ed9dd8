import { spawn } from 'node:child_process';
import { rm, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { uploadFile } from '#dev/testing/factories.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { fileDirectory } from '#platform/server/files/disk-driver.ts';

/** Installations may still name one; nobody answers there. */
const env = { DATABASE_REPLICA_URL: 'postgres://reader:secret-of-the-replica@127.0.0.1:1/dikshant' };
const portal = await filePortal({ env });

function doctor(
  environment: Record<string, string> = {},
  ...names: string[]
): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, ['scripts/doctor.ts', ...names], {
    env: {
      // No time service to ask: what that of this machine says is not tested here.
      PATH: '',
      DEMO: 'true',
      PUBLIC_URL: portal.url,
      PORT: new URL(portal.url).port,
      SECRET: 'x'.repeat(32),
      DATABASE_URL: portal.services.databaseUrl,
      DATABASE_OWNER_URL: portal.ownerUrl,
      DATA_DIRECTORY: portal.services.settings.dataDirectory,
      ...env,
      ...environment,
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, said })));
}

async function keysOfUpload() {
  const response = await uploadFile(await portal.as('receiver'), 'photo');
  const { id } = (await response.json()) as { id: string };
  return portal.services.db
    .selectFrom('files')
    .select(['storage_key', 'thumbnail_key'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

test('finds nothing in a sound installation, and names what is missing, differs or has no row', async () => {
  const { storage_key, thumbnail_key } = await keysOfUpload();
  const sound = await doctor();
  expect(sound).toMatchObject({ status: 0, said: expect.stringContaining('No problems found.') });
  expect(sound.said).toContain('The setting DATABASE_REPLICA_URL is ignored.');
  expect(sound.said).not.toContain('secret-of-the-replica');

  const directory = fileDirectory(portal.services.settings);
  await rm(path.join(directory, storage_key));
  await truncate(path.join(directory, thumbnail_key!), 10);
  await writeFile(path.join(directory, 'uploads', 'stranger'), 'x');
  const left = path.join(directory, 'uploads', 'left');
  await writeFile(left, 'x');
  const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1_000);
  await utimes(left, longAgo, longAgo);
  const { status, said } = await doctor();
  expect(status).toBe(1);
  expect(said).toContain(`The file ${storage_key} is missing.`);
  expect(said).toContain(`The file ${thumbnail_key} differs from what was stored.`);
  expect(said).toContain('The file uploads/stranger has no row yet');
  expect(said).toContain('Problems found: 3.');
});

longTest('says whether what is committed is on two disks', async () => {
  expect((await doctor()).said).toContain('There is no standby: what is committed is on one disk alone.');
  const owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
  await owner.query("select pg_create_physical_replication_slot('two')");
  const { status, said } = await doctor();
  await owner.query("select pg_drop_replication_slot('two')");
  await owner.end();
  expect(status).toBe(1);
  expect(said).toContain('The standby is gone, and commits do not wait for it');
});

longTest('says when it cannot look, and makes nothing', async () => {
  const nowhere = path.join(portal.services.settings.dataDirectory, 'nowhere');
  const { status, said } = await doctor({
    DATABASE_URL: '',
    DATABASE_OWNER_URL: '',
    DATA_DIRECTORY: nowhere,
  });
  expect(status).toBe(2);
  expect(said).toContain(`there is no portal in ${nowhere}`);
});

longTest('makes the checks that are named, and none of an unknown name', async () => {
  const { said } = await doctor({}, 'migrations', 'demo');
  expect(said.trim().split('\n')).toEqual([
    'The database answers.',
    'All migrations of this release are applied.',
    'The database is not one of the demo.',
    'No problems found.',
  ]);
  expect(await doctor({}, 'fles')).toMatchObject({
    status: 2,
    said: expect.stringContaining('there is no check fles, but settings, '),
  });
});
