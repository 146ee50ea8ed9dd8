import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { startCrashableServer } from '#dev/testing/crashable-server.ts';
import { collegeEntry, createOffice, stockBlanks, verifiedCertificate } from '#dev/testing/factories.ts';
import { filePortal, type StaffCaller } from '#dev/testing/portal.ts';
import { choiceOf } from '#dev/testing/print-room.ts';
import { openWithRetry, requestWithRetry } from '#dev/testing/request-with-retry.ts';
import { openClient } from '#platform/server/db/connections.ts';

const kills = process.env.LONG_FORMS ? 12 : 1;
const certificatesPerRun = 4;
const fewestRuns = 2;
const timeLimit = 240_000;

const portal = await filePortal();
// Beside this process, whose own event loop is busy with asking.
const server = await startCrashableServer(portal);
afterAll(() => server.kill());

test(
  `kill -9 at random moments of print runs (${kills}) loses no serial, doubles none, and the runs resume`,
  async () => {
    const office = await createOffice(portal);
    await stockBlanks(portal, office.paperId, 400);
    const people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };
    const printer = await portal.as('printer');

    let deaths = 0;
    let runs = 0;
    const killer = (async () => {
      while (deaths < kills) {
        await server.isReady();
        await delay(20 + Math.random() * 350);
        server.kill();
        deaths += 1;
        server.start();
      }
    })();
    while (deaths < kills || runs < fewestRuns) {
      for (let count = 0; count < certificatesPerRun; count += 1) await verifiedCertificate(people, office);
      await printStubbornly(printer, choiceOf(office, certificatesPerRun));
      runs += 1;
    }
    await killer;

    await expectBooksToAgree(runs);
  },
  timeLimit,
);

test('more requests than the server can serve are answered with 503 and Retry-After, and /healthz goes on', async () => {
  await server.isReady();
  const admin = await portal.as('admin');
  const addCollege = () =>
    timedRequest(admin, '/api/colleges', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(collegeEntry()),
    });
  const owner = await openClient(portal.ownerUrl, 'backup');
  // Every writer waits for the head of the audit chain.
  await owner.query('begin; select from audit_head for update');
  const writes = Array.from({ length: 400 }, addCollege);
  let isOver = false;
  const answers = Promise.all(writes).finally(() => {
    isOver = true;
  });
  const health: number[] = [];
  while (!isOver) health.push((await timedRequest(admin, '/healthz')).status);
  await owner.end();
  expect(new Set(health)).toEqual(new Set([200]));
  for (const { status, code, retryAfter } of await answers) {
    expect([status, code]).toEqual([503, 'request.busy']);
    expect(retryAfter).toBeGreaterThan(0);
  }
  const slowest = Math.max(...(await answers).map(({ milliseconds }) => milliseconds));
  expect(slowest).toBeLessThan(30_000);

  await expect.poll(async () => (await addCollege()).status).toBe(200);
});

async function timedRequest(caller: StaffCaller, path: string, init?: RequestInit) {
  const began = performance.now();
  const response = await caller.fetch(path, init, server.url);
  const text = await response.text();
  return {
    status: response.status,
    retryAfter: Number(response.headers.get('retry-after') ?? Number.NaN),
    code: response.ok ? '' : (JSON.parse(text) as { code: string }).code,
    milliseconds: performance.now() - began,
  };
}

/** A printer who repeats every click with its key until the portal answers, however often it dies in between. */
async function printStubbornly(printer: StaffCaller, choice: ReturnType<typeof choiceOf>): Promise<void> {
  const ask = <Output>(path: string, body?: object) => answerOf<Output>(printer, path, body);
  const { id } = await ask<{ id: string }>('/api/print-runs', choice);
  const read = () => ask<Run>(`/api/print-runs/${id}`);
  let run = await read();
  while (run.document === 'composing') run = await read();
  expect(run.document).toBe('ready');
  const { version } = await ask<{ version: number }>(`/api/print-runs/${id}/start`, {
    version: run.version,
    topSerial: run.sheets[0]!.blankSerial,
  });
  await openWithRetry(server, printer, `/api/print-runs/${id}/document`);
  for (const sheet of run.sheets) {
    const outcome = sheet.position === 2 ? { outcome: 'spoilt', reason: 'Jam' } : { outcome: 'good' };
    await ask(`/api/print-runs/${id}/sheets`, { outcomes: [{ sheetId: sheet.id, ...outcome }] });
  }
  const counts = { goodSheets: run.sheets.length - 1, spoiltSheets: 1 };
  await ask(`/api/print-runs/${id}/close`, { version, ...counts });
}

async function answerOf<Output>(caller: StaffCaller, target: string, body?: object): Promise<Output> {
  const answer = await requestWithRetry<Output>(server, caller, target, body);
  if ('refused' in answer) throw new Error(`${target}: ${answer.refused}`);
  return answer.done;
}

type Run = Awaited<ReturnType<StaffCaller['api']['printRuns']['getPrintRun']>>;

async function expectBooksToAgree(runs: number): Promise<void> {
  const db = portal.services.db;
  const blanks = await db
    .selectFrom('blanks')
    .leftJoin('sheets', 'sheets.blank_id', 'blanks.id')
    .select(['blanks.serial', 'blanks.state', 'sheets.id as sheet', 'sheets.outcome'])
    .execute();
  expect(blanks).toHaveLength(400);
  for (const blank of blanks) {
    const expected = blank.sheet === null ? 'in_store' : blank.outcome === 'good' ? 'printed' : 'spoilt';
    expect(blank.state, blank.serial).toBe(expected);
  }
  const used = blanks.filter((blank) => blank.sheet !== null);
  expect(new Set(used.map((blank) => blank.serial)).size).toBe(runs * certificatesPerRun);
  expect(used.map((blank) => blank.serial).sort()).toEqual(
    blanks
      .map((blank) => blank.serial)
      .sort()
      .slice(0, used.length),
  );
  const states = await db.selectFrom('print_runs').select('state').execute();
  expect(states).toEqual(Array.from({ length: runs }, () => ({ state: 'closed' })));
}
