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

const versions = [
  [`collation ${nameOrder}`, 'pg_collation set collversion', `collname = '${nameOrder}'`, 'REINDEX INDEX'],
  ['database', 'pg_database set datcollversion', 'datname = current_database()', 'REINDEX DATABASE'],
] as const;

test('indexes by another version of the collation or the database than the server has are named, with the command', async () => {
  const sound = await doctor();
  for (const [, column, which] of versions) {
    const made = await owner.query(`update ${column} = '0.7' where ${which}`);
    expect(made.rowCount).toBe(1);
  }
  const { code, stdout } = await doctor();
  expect(code).toBe(1);
  for (const [name, , , cure] of versions) {
    expect(sound.stdout).not.toContain(cure);
    expect(stdout).toMatch(new RegExp(`version 0\\.7 of the ${name}`));
    expect(stdout).toContain(cure);
  }
});
