import pg from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type CrashableServer, startCrashableServer } from '#dev/testing/crashable-server.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { createOffice } from '#dev/testing/factories.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { csvOf, importEnded, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import type { ImportState } from '../contract.ts';

const header = 'College code,Registration number,Exam roll number,Student name,Address';

const portal = await filePortal({ worker: true });
const admin = await portal.as('admin');
const office = await createOffice(portal);
beforeEach(async () => {
  await portal.services.db.deleteFrom('students').execute();
});

/** Students of a name, each with the same number as in every other call. */
function rowsOf(count: number, name = 'Asha Rao'): string[] {
  return Array.from({ length: count }, (_one, index) => `COL001,REG${index},${index + 1},${name},Mysuru`);
}

async function checked(lines: string[]): Promise<string> {
  const id = await uploadSpreadsheet(admin, 'students', csvOf(header, ...lines));
  await importIn(admin, id, 'checked', 60_000);
  return id;
}

async function countStudents(): Promise<number> {
  return (await admin.api.students.countStudents({})).count;
}

describe('cancelling', () => {
  test('stops a check within a second, and leaves nothing', async () => {
    const release = await holdTable('import_faults');
    const id = await uploadSpreadsheet(admin, 'students', csvOf(header, ...rowsOf(5_000)));
    await expectCancelling(id, 'checking');
    await release();
    const { count } = await portal.services.db
      .selectFrom('import_rows')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
    await expectDomainError(admin.api.imports.cancelImport({ id }), 'imports.over');
  });

  test('stops writing, too', async () => {
    const id = await checked(rowsOf(100));
    const release = await holdTable('students');
    await admin.api.imports.commitImport({ id });
    await expectCancelling(id, 'committing');
    await release();
    expect(await countStudents()).toBe(0);
  });
});

/** Keeps the job from going on, as a long statement would; the promised function lets go. */
async function holdTable(table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: portal.ownerUrl });
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return () => client.end();
}

async function expectCancelling(id: string, state: ImportState): Promise<void> {
  await vi.waitUntil(async () => {
    const upload = await admin.api.imports.getImport({ id });
    return upload.state === state && upload.progress!.step !== 'waiting';
  }, 20_000);
  await admin.api.imports.cancelImport({ id });
  expect((await admin.api.imports.getImport({ id })).state).toBe('cancelled');
  await vi.waitUntil(async () => (await countRuns()) === 0, { timeout: 1_500, interval: 20 });
}

/** Connections that carry out an upload just now. */
async function countRuns(): Promise<number> {
  const rows = await portal.services.db
    .selectNoFrom((eb) =>
      eb
        .selectFrom('pg_stat_activity' as never)
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('application_name' as never, '=', 'dikshant-import' as never)
        .where('datname' as never, '=', eb.fn('current_database', []) as never)
        .as('runs'),
    )
    .executeTakeFirstOrThrow();
  return rows.runs ?? 0;
}

describe('two at once', () => {
  test('of the same file write it once', async () => {
    const [first, second] = [await checked(rowsOf(500)), await checked(rowsOf(500))];
    await Promise.all([
      admin.api.imports.commitImport({ id: first }),
      admin.api.imports.commitImport({ id: second }),
    ]);
    const ended = await Promise.all([first, second].map((id) => importEnded(admin, id)));
    expect(ended.map(({ state }) => state).sort()).toEqual(['checked', 'committed']);
    const late = ended.find(({ state }) => state === 'checked')!;
    expect(late).toMatchObject({ newCount: 0, unchangedCount: 500, faultyCount: 0 });
    expect(late.failure!.message).toMatch(/^Records changed while you were reading the report/);
    expect(await countStudents()).toBe(500);
  });

  test('commits of one upload are one', async () => {
    const id = await checked(rowsOf(50));
    const attempts = await Promise.allSettled([1, 2, 3].map(() => admin.api.imports.commitImport({ id })));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await importIn(admin, id, 'committed');
    await expectDomainError(admin.api.imports.commitImport({ id }), 'imports.not_checked');
    expect(await countStudents()).toBe(50);
  });
});

test('a colleague who was faster gives a fresh report instead of an overwritten record', async () => {
  const id = await checked([...rowsOf(2), 'COL001,NEW,77,B Rao,Mysuru']);
  await admin.api.students.addStudent({
    name: 'Colleague Entry',
    nameNative: '',
    collegeId: office.collegeId,
    address: 'Hassan',
    registrationNumber: 'reg1',
    examRollNumber: '77',
  });
  await admin.api.imports.commitImport({ id });
  const fresh = await importIn(admin, id, 'checked');
  expect(fresh).toMatchObject({ newCount: 2, changedCount: 1, faultyCount: 0 });
  expect(fresh.failure!.message).toMatch(/^Records changed/);
  expect(await countStudents()).toBe(1);

  await admin.api.imports.commitImport({ id });
  await importIn(admin, id, 'committed');
  const { rows } = await admin.api.students.listStudents({ search: 'REG1', limit: 10 });
  expect(rows[0]).toMatchObject({ name: 'Asha Rao', version: 2 });
});

longTest(
  'kill -9 in the middle of check and commit leaves nothing or everything, and both are finished after a restart',
  async () => {
    const crashable = await startCrashableServer(portal);
    try {
      // The portal of the other tests would carry on the jobs of the one that dies.
      await portal.services.jobs.offWork('check-import');
      await portal.services.jobs.offWork('commit-import');
      const id = await uploadSpreadsheet(admin, 'students', csvOf(header, ...rowsOf(12_000)));
      for (const rowsDone of [1, 4_000, 8_000]) {
        await reached(id, 'checking', rowsDone);
        await restart(crashable);
      }
      const report = await importIn(admin, id, 'checked', 60_000);
      expect(report).toMatchObject({ newCount: 12_000, faultyCount: 0 });

      await admin.api.imports.commitImport({ id });
      for (const rowsDone of [0, 4_000]) {
        await reached(id, 'committing', rowsDone);
        const before = await countStudents();
        expect([0, 12_000]).toContain(before);
        await restart(crashable);
      }
      await importIn(admin, id, 'committed', 60_000);
      expect(await countStudents()).toBe(12_000);
      const events = await portal.services.db
        .selectFrom('audit_events')
        .select('event')
        .where('record_id', '=', id)
        .where('event', '=', 'students.imported')
        .execute();
      expect(events).toHaveLength(1);
    } finally {
      crashable.kill();
    }
  },
  180_000,
);

async function restart(crashable: CrashableServer): Promise<void> {
  crashable.kill();
  crashable.start();
  await crashable.isReady();
}

/** Waits until the job has done so many rows, or is past the step. */
async function reached(id: string, state: string, rowsDone: number): Promise<void> {
  await vi.waitUntil(
    async () => {
      const upload = await admin.api.imports.getImport({ id });
      if (upload.state !== state) return true;
      return upload.progress?.step !== 'waiting' && (upload.progress?.rowsDone ?? 0) >= rowsDone;
    },
    { timeout: 60_000, interval: 10 },
  );
}
