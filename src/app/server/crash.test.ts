import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { startCrashableServer } from '#dev/testing/crashable-server.ts';
import { createOffice, stockBlanks, verifiedCertificate } from '#dev/testing/factories.ts';
import { filePortal, type StaffCaller } from '#dev/testing/portal.ts';
import { choiceOf } from '#dev/testing/print-room.ts';
import { openWithRetry, requestWithRetry } from '#dev/testing/request-with-retry.ts';

const kills = process.env.LONG_FORMS ? 12 : 1;
const certificatesPerRun = 4;
const fewestRuns = 2;
const timeLimit = 240_000;

const portal = await filePortal();
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
