import { execFile } from 'node:child_process';
import { afterAll, expect, test } from 'vitest';
import { collegeEntry } from '#dev/testing/factories.ts';
import { startPortal } from '#dev/testing/portal.ts';

/** Nobody answers there. */
const replica = 'postgres://reader:secret-of-the-replica@127.0.0.1:1/dikshant';

const portal = await startPortal({ env: { DATABASE_REPLICA_URL: replica } });
const admin = await portal.as('admin');
afterAll(() => portal?.close());

test('an installation that still names a replica starts, and reads from the primary what was written', async () => {
  for (let count = 0; count < 3; count += 1) {
    const { id } = await admin.api.colleges.addCollege(collegeEntry());
    expect((await admin.api.colleges.getCollege({ id })).id).toBe(id);
  }
  expect((await admin.api.colleges.countColleges({})).count).toBe(3);
  const ready = await portal.anonymous.fetch('/readyz');
  expect([ready.status, await ready.text()]).toEqual([200, expect.not.stringContaining('replica')]);
});

test('doctor says that the setting is ignored, and tells no password', async () => {
  const { status, said } = await new Promise<{ status: number; said: string }>((resolve) => {
    const env = {
      PATH: '',
      DEMO: 'true',
      PUBLIC_URL: portal.url,
      PORT: new URL(portal.url).port,
      SECRET: 'x'.repeat(32),
      DATABASE_URL: portal.services.databaseUrl,
      DATABASE_OWNER_URL: portal.ownerUrl,
      DATABASE_REPLICA_URL: replica,
      DATA_DIRECTORY: portal.services.settings.dataDirectory,
    };
    execFile(process.execPath, ['scripts/doctor.ts'], { env }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
  expect(said).toMatch(/^.*DATABASE_REPLICA_URL.*ignored.*$/m);
  expect(said).not.toContain('secret-of-the-replica');
  // It could look at everything, and found no server that does not answer.
  expect(status).not.toBe(2);
  expect(said).not.toMatch(/replica.*(?:not answer|ECONNREFUSED)/i);
});
