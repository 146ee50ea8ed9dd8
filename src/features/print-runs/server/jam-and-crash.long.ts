import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CrashableServer, startCrashableServer } from '#dev/testing/crashable-server.ts';
import { createOffice, type Office, stockBlanks, verifiedCertificate } from '#dev/testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { pageTexts } from '#dev/testing/print-file.ts';
import { choiceOf } from '#dev/testing/print-room.ts';
import { type Answer, requestWithRetry } from '#dev/testing/request-with-retry.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import type { PrintRunDetail } from '../contract.ts';

const sheets = 60;
const jammed = 37;
const smudged = 52;
const timeLimit = 240_000;

let portal: Portal;
let server: CrashableServer;
let office: Office;
let printer: StaffCaller;

beforeAll(async () => {
  portal = await startPortal();
  office = await createOffice(portal);
  await stockBlanks(portal, office.paperId, sheets + 2);
  printer = await portal.as('printer');
  const people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };
  for (let count = 0; count < sheets; count += 1) await verifiedCertificate(people, office);
  server = await startCrashableServer(portal);
}, timeLimit);
afterAll(async () => {
  server.kill();
  await portal.close();
});

test(
  'a jam at sheet 37 of 60 and kill -9 in the middle: resumed, counts close, nothing is printed twice, the report names the spoilt serials',
  async () => {
    const { id } = done(await ask<{ id: string }>('/api/print-runs', choiceOf(office, sheets)));
    // While the file is being composed.
    await killServer();
    let run = await read(id);
    while (run.document === 'composing') {
      await delay(200);
      run = await read(id);
    }
    const serials = run.sheets.map((sheet) => sheet.blankSerial);
    const top = { version: run.version, topSerial: serials[0]! };
    expect(await ask(`/api/print-runs/${id}/start`, { ...top, topSerial: serials[1]! })).toEqual({
      refused: 'print_runs.other_serial_on_top',
    });
    done(await ask(`/api/print-runs/${id}/start`, top));
    const printed = (await pagesOf(`/api/print-runs/${id}/document`)).slice(0, jammed);

    // Outcomes are on their way one by one when the power goes: what was not answered is asked again with its key.
    const recording = (async () => {
      for (const sheet of run.sheets.slice(0, jammed - 1)) await record(id, sheet.id, { outcome: 'good' });
      await record(id, run.sheets[jammed - 1]!.id, { outcome: 'spoilt', reason: 'Jam' });
    })();
    for (let deaths = 0; deaths < 2; deaths += 1) {
      await delay(150);
      await killServer();
    }
    await recording;

    const resumed = await read(id);
    expect(resumed).toMatchObject({ state: 'printing', goodCount: 36, spoiltCount: 1, openAt: 38 });
    expect(await ask(`/api/print-runs/${id}/resume`, { topSerial: serials[40]! })).toEqual({
      refused: 'print_runs.sheets_before_top',
    });
    const rest = done(
      await ask<{ from: number; sheets: number }>(`/api/print-runs/${id}/resume`, {
        topSerial: serials[37]!,
      }),
    );
    expect(rest).toEqual({ from: 38, sheets: 23 });
    printed.push(...(await pagesOf(`/api/print-runs/${id}/remaining-document?from=38`)));

    await record(id, run.sheets[smudged - 1]!.id, { outcome: 'spoilt', reason: 'Smudge' });
    const outcomes = (await read(id)).sheets
      .filter((sheet) => sheet.outcome === null)
      .map((sheet) => ({ sheetId: sheet.id, outcome: 'good' }));
    await Promise.all([ask(`/api/print-runs/${id}/sheets`, { outcomes }), killServer()]);
    expect(await read(id)).toMatchObject({ goodCount: 58, spoiltCount: 2, openAt: null });

    const { version } = await read(id);
    const close = (goodSheets: number, spoiltSheets: number) =>
      ask(`/api/print-runs/${id}/close`, { version, goodSheets, spoiltSheets });
    expect(await close(59, 1)).toEqual({ refused: 'print_runs.counts_differ' });
    done(await close(58, 2));

    // Sixty pages came out of the printer: each blank once, each certificate once.
    expect(printed.map((page) => /A\d{6}/.exec(page)![0])).toEqual(serials);
    expect(new Set(printed.map((page) => /\d{4}\/\d{6}/.exec(page)![0])).size).toBe(sheets);

    const report = (await pagesOf(`/api/print-runs/${id}/report`)).join(' ');
    expect(report).toMatch(
      new RegExp(`Spoilt sheets.*${serials[jammed - 1]}\\s+Jam.*${serials[smudged - 1]}\\s+Smudge`),
    );
    expect(report).toMatch(
      /Good sheets\s+58\s+58\s+Spoilt sheets\s+2\s+2\s+Missing sheets\s+0\s+0\s+All sheets\s+60\s+60/,
    );

    await expectOnlyTheSpoiltWait(await read(id));
    expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]);
  },
  timeLimit,
);

async function killServer(): Promise<void> {
  server.kill();
  server.start();
  await server.isReady();
}

function ask<Output>(target: string, body?: object): Promise<Answer<Output>> {
  return requestWithRetry<Output>(server, printer, target, body);
}

function done<Output>(answer: Answer<Output>): Output {
  if ('refused' in answer) throw new Error(answer.refused);
  return answer.done;
}

async function read(id: string): Promise<PrintRunDetail> {
  return done(await ask<PrintRunDetail>(`/api/print-runs/${id}`));
}

async function record(id: string, sheetId: string, outcome: object): Promise<void> {
  done(await ask(`/api/print-runs/${id}/sheets`, { outcomes: [{ sheetId, ...outcome }] }));
}

async function pagesOf(target: string): Promise<string[]> {
  const response = await printer.fetch(target, undefined, server.url);
  expect(response.headers.get('content-type'), target).toBe('application/pdf');
  return pageTexts(Buffer.from(await response.arrayBuffer()));
}

/** The spoilt sheets' certificates are printed in another run, and no other one is. */
async function expectOnlyTheSpoiltWait(run: PrintRunDetail): Promise<void> {
  const waiting = await portal.services.db
    .selectFrom('certificates')
    .select('convocation_number')
    .where('state', '=', 'to_print')
    .orderBy('convocation_number')
    .execute();
  expect(waiting.map((row) => row.convocation_number)).toEqual(
    [jammed, smudged].map((position) => run.sheets[position - 1]!.convocationNumber),
  );
}
