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

test.each([
  [`collation ${nameOrder}`, 'pg_collation set collversion', `collname = '${nameOrder}'`, 'REINDEX INDEX'],
  ['database', 'pg_database set datcollversion', 'datname = current_database()', 'REINDEX DATABASE'],
])(
  'indexes by another version of the %s than the server has are named, with the command',
  async (name, column, which, cure) => {
    expect((await doctor()).stdout).not.toContain(cure);
    const made = await owner.query(`update ${column} = '0.7' where ${which}`);
    expect(made.rowCount).toBe(1);
    const { code, stdout } = await doctor();
    expect(code).toBe(1);
    expect(stdout).toMatch(new RegExp(`version 0\\.7 of the ${name}`));
    expect(stdout).toContain(cure);
  },
);
