import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CrashableServer, startCrashableServer } from '#dev/testing/crashable-server.ts';
import { createOffice, type Office, verifiedCertificate } from '#dev/testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { openWithRetry, requestWithRetry } from '#dev/testing/request-with-retry.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import { dayInIndia } from '#shared/format.ts';
import type { BlankState } from '../blank-states.ts';
import { rangesOf } from '../serials.ts';

/** What the custody of sheets is promised by. */
const storm = { blanks: 10_000, clients: 50, kills: 10, acts: 30, certificates: 40, timeLimit: 3_600_000 };
const deliverySize = storm.blanks / 10;

let portal: Portal;
let office: Office;
let server: CrashableServer;
let admins: StaffCaller[];
let printers: StaffCaller[];

beforeAll(async () => {
  portal = await startPortal();
  office = await createOffice(portal);
  admins = await Promise.all(Array.from({ length: 3 }, () => portal.as('admin')));
  printers = await Promise.all(Array.from({ length: 4 }, () => portal.as('printer')));
  const people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };
  for (let count = 0; count < storm.certificates; count += 1) await verifiedCertificate(people, office);
  server = await startCrashableServer(portal);
}, storm.timeLimit);
afterAll(async () => {
  server.kill();
  await portal.close();
});

test(
  `${storm.clients} clients at once and ${storm.kills} × kill -9: every sheet stays in one state with one holder`,
  async () => {
    let deliveries = 0;
    const receive = async () => {
      deliveries += 1;
      await receiveDelivery(deliveries);
    };
    for (let count = 0; count < 8; count += 1) await receive();

    const killer = killRepeatedly();
    await Promise.all(
      Array.from({ length: storm.clients }, async (_, client) => {
        for (let act = 0; act < storm.acts || kills < storm.kills; act += 1) {
          const isDelivery = act === 1 && client < 2;
          await (isDelivery ? receive() : oneOf(acts)());
        }
      }),
    );
    await killer;

    expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]);
    const { count } = await portal.services.db
      .selectFrom('blanks')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(storm.blanks);
  },
  storm.timeLimit,
);

let kills = 0;

async function killRepeatedly(): Promise<void> {
  while (kills < storm.kills) {
    await server.isReady();
    await delay(100 + Math.random() * 6_000);
    server.kill();
    kills += 1;
    server.start();
  }
}

function ask<Output>(caller: StaffCaller, target: string, body?: object) {
  return requestWithRetry<Output>(server, caller, target, body);
}

async function receiveDelivery(ordinal: number): Promise<void> {
  const [storekeeper, approver] = twoOf(admins);
  const first = ordinal * 20_000;
  const received = await ask<{ id: string }>(storekeeper, '/api/blank-receipts', {
    paperId: office.paperId,
    serialPrefix: 'S',
    firstSerial: first,
    lastSerial: first + deliverySize - 1,
    totalQuantity: deliverySize,
    receivedOn: dayInIndia(new Date()),
  });
  if (!('done' in received)) throw new Error(`the delivery was refused: ${received.refused}`);
  const approved = await ask(approver, `/api/blank-receipts/${received.done.id}/approve`, { version: 1 });
  expect(approved).toHaveProperty('done');
}

const paper = () => `/api/papers/${office.paperId}`;

/** What a client does; a refusal is as good as success, because colleagues are quicker. */
const acts: (() => Promise<unknown>)[] = [
  () =>
    ask(oneOf(admins), `${paper()}/issue`, {
      holderId: oneOf(printers).actor.id,
      sheets: { count: 1 + Math.floor(Math.random() * 20) },
    }),
  async () => actOn('return', await someSerials(['issued', 'spoilt'], 5)),
  async () => actOn('spoil', await someSerials(['in_store', 'issued'], 3)),
  async () => actOn('report-missing', await someSerials(['in_store', 'issued', 'spoilt'], 2)),
  async () => actOn('report-found', await someSerials(['missing'], 2)),
  destroySome,
  printSome,
  printSome,
];

async function actOn(act: string, serials: string[]): Promise<void> {
  if (serials.length === 0) return;
  const reason = 'It came to pass in a storm';
  await ask(oneOf(admins), `${paper()}/${act}`, { serials: rangesOf(serials), reason });
}

async function destroySome(): Promise<void> {
  const serials = await someSerials(['spoilt'], 4);
  if (serials.length === 0) return;
  const [first, second] = twoOf(admins);
  await ask(first, `${paper()}/return`, { serials: rangesOf(serials) });
  const record = await ask<{ id: string }>(first, `${paper()}/destroy`, {
    serials: rangesOf(serials),
    method: 'Shredded',
    destroyedOn: dayInIndia(new Date()),
    remarks: 'Spoilt in a storm',
  });
  if ('done' in record) await ask(second, `/api/destructions/${record.done.id}/witness`, { version: 1 });
}

type Run = { version: number; document: string; sheets: { id: string; blankSerial: string }[] };

/**
 * A run of up to three certificates; one sheet in three is spoilt, some are missing, and some outcomes are taken back. A run in
 * seven is left where it is, and one in five is withdrawn, whether its file is composed by then or not.
 */
async function printSome(): Promise<void> {
  const printer = oneOf(printers);
  const prepared = await ask<{ id: string }>(printer, '/api/print-runs', {
    paperId: office.paperId,
    certificateType: office.certificateType,
    sheets: 1 + Math.floor(Math.random() * 3),
  });
  if (!('done' in prepared) || Math.random() < 0.15) return;
  if (Math.random() < 0.2) {
    await withdraw(printer, prepared.done.id);
    return;
  }
  const { id } = prepared.done;
  const read = () => ask<Run>(printer, `/api/print-runs/${id}`);
  let run = await read();
  while ('done' in run && run.done.document === 'composing') {
    await delay(100);
    run = await read();
  }
  if (!('done' in run)) throw new Error(`the run cannot be read: ${run.refused}`);
  const started = await ask<{ version: number }>(printer, `/api/print-runs/${id}/start`, {
    version: run.done.version,
    topSerial: run.done.sheets[0]!.blankSerial,
  });
  if (!('done' in started)) throw new Error(`the run does not start: ${started.refused}`);
  await openWithRetry(server, printer, `/api/print-runs/${id}/document`);
  const counts = { goodSheets: 0, spoiltSheets: 0, missingSheets: 0 };
  for (const sheet of run.done.sheets) counts[await recordSome(printer, id, sheet.id)] += 1;
  expect(
    await ask(printer, `/api/print-runs/${id}/close`, { version: started.done.version, ...counts }),
  ).toHaveProperty('done');
}

const outcomes = {
  goodSheets: { outcome: 'good' },
  spoiltSheets: { outcome: 'spoilt', reason: 'Jam' },
  missingSheets: { outcome: 'missing', reason: 'Blown away' },
} as const;

/** Until an outcome stays; one cannot be taken back once a colleague has the sheet or its certificate. */
async function recordSome(printer: StaffCaller, id: string, sheetId: string): Promise<keyof typeof outcomes> {
  for (;;) {
    const became = oneOf([
      'goodSheets',
      'goodSheets',
      'goodSheets',
      'spoiltSheets',
      'spoiltSheets',
      'missingSheets',
    ] as const);
    await ask(printer, `/api/print-runs/${id}/sheets`, { outcomes: [{ sheetId, ...outcomes[became] }] });
    if (Math.random() < 0.8) return became;
    const taken = await ask(printer, `/api/print-runs/${id}/take-back`, { sheetId });
    if (!('done' in taken)) return became;
  }
}

/** Again when the file was composed in between. */
async function withdraw(printer: StaffCaller, id: string): Promise<void> {
  for (;;) {
    const run = await ask<Run>(printer, `/api/print-runs/${id}`);
    if (!('done' in run)) throw new Error(`the run cannot be read: ${run.refused}`);
    const withdrawn = await ask(printer, `/api/print-runs/${id}/withdraw`, { version: run.done.version });
    if ('done' in withdrawn) return;
    expect(withdrawn.refused).toBe('records.stale');
  }
}

async function someSerials(states: BlankState[], count: number): Promise<string[]> {
  const rows = await portal.services.db
    .selectFrom('blanks')
    .select('serial')
    .where('state', 'in', states)
    .orderBy(sql`random()`)
    .limit(count)
    .execute();
  return rows.map(({ serial }) => serial);
}

function oneOf<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)]!;
}

function twoOf<Item>(items: readonly Item[]): [Item, Item] {
  const first = oneOf(items);
  return [first, oneOf(items.filter((item) => item !== first))];
}
