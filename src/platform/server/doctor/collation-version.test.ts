import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fileClient, filePortal } from '#dev/testing/portal.ts';

// Names of what is new.
const nameOrder = 'name_order';

const portal = await filePortal();
const owner = await fileClient(portal.ownerUrl);

async function doctor(): Promise<{ code: number; stdout: string }> {
  const env = {
    ...{
      PATH: '',
      DEMO: 'true',
      SECRET: 'x'.repeat(32),
      PUBLIC_URL: portal.url,
      PORT: new URL(portal.url).port,
    },
    ...{ DATABASE_URL: portal.services.databaseUrl, DATABASE_OWNER_URL: portal.ownerUrl },
    DATA_DIRECTORY: portal.services.settings.dataDirectory,
  };
  const run = promisify(execFile)(process.execPath, ['scripts/doctor.ts'], { env });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout: stdout + stderr }),
  );
}

test('indexes by another version of the library than the one that is there are named, with the command', async () => {
  expect((await doctor()).stdout).not.toMatch(/REINDEX/i);
  const made = await owner.query(
    `update pg_collation set collversion = '0.7' where collname = '${nameOrder}'`,
  );
  expect(made.rowCount).toBe(1);
  const { code, stdout } = await doctor();
  expect(code).toBe(1);
  expect(stdout).toContain(nameOrder);
  expect(stdout).toMatch(/\b0\.7\b/);
  expect(stdout).toMatch(/REINDEX/);
});
