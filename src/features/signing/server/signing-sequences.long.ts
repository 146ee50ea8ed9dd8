import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { orRefused } from '#dev/testing/expect-domain-error.ts';
import { createOffice, verifiedCertificate } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { closeRun, createPrintRoom, officeWithPaper, startedRun } from '#dev/testing/print-room.ts';
import { pick, type Random, seeded } from '#dev/testing/random.ts';
import { requestReprint } from '#dev/testing/reprinting.ts';
import { revoke } from '#dev/testing/revoking.ts';
import { carried, handSignedOffice } from '#dev/testing/signing.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';

const leastSteps = 1_500;
/** What is expected may be refused again and again: it has come through by then. */
const mostSteps = 10 * leastSteps;
/** It fixes who wants what, though not who of two at once is first. */
const seed = Number(process.env.SEQUENCES_SEED ?? Date.now() % 2 ** 31);

console.log(`SEQUENCES_SEED=${seed}`);
const portal = await filePortal();
const plain = await createOffice(portal);
const office = await officeWithPaper(portal, await handSignedOffice(portal, plain), 900);
const room = await createPrintRoom(portal);
const admin = await portal.as('admin');
const pool = new pg.Pool({ connectionString: portal.ownerUrl, max: 2 });
afterAll(() => pool.end());

type Act = (random: Random) => Promise<unknown>;

/** Ids that a statement finds, some of them at random; at least one, if there are any. */
async function some(random: Random, statement: string, most = 3): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(statement);
  const ids = rows.map(({ id }) => id);
  return Array.from(
    { length: Math.min(ids.length, 1 + random(most)) },
    () => ids.splice(random(ids.length), 1)[0]!,
  );
}
const certificates = (where: string) => `select id from certificates where ${where} order by id`;
const sheets = (where: string) => `select sheets.id from sheets where ${where} order by id`;

const signed = certificates(`state = 'printed' and exists (
  select from sheets join signing_batch_sheets put on put.sheet_id = sheets.id
   where certificate_id = certificates.id and is_valid and put.outcome = 'signed')`);

const acts: Record<string, Act> = {
  async print(random) {
    const waiting = await some(random, certificates(`state = 'to_print' and withheld_at is null`));
    if (waiting.length === 0) return verifiedCertificate(room, office);
    const { id, sheets } = await startedRun(portal, room.printer, office, waiting.length);
    const outcomes = sheets.map((sheet) =>
      random(5) === 0
        ? { sheetId: sheet.id, outcome: 'spoilt' as const, reason: 'Jam' as const }
        : { sheetId: sheet.id, outcome: 'good' as const },
    );
    await room.printer.api.printRuns.recordSheets({ id, outcomes });
    if (random(2) > 0) await closeRun(room.printer, id);
    return id;
  },
  async takeBackOutcome(random) {
    const [sheetId] = await some(random, sheets(`outcome = 'good'`), 1);
    if (!sheetId) return null;
    const { rows } = await pool.query('select print_run_id as id from sheets where id = $1', [sheetId]);
    const { id } = rows[0];
    await room.printer.api.printRuns.takeBackOutcome({ id, sheetId });
    return room.printer.api.printRuns.recordSheets({ id, outcomes: [{ sheetId, outcome: 'good' }] });
  },
  async send(random) {
    const { rows } = await room.printer.api.signing.listSheetsToSign({ limit: 100 });
    const any = await some(random, sheets('true'), 1);
    const waiting = rows.map(({ id }) => id).filter(() => random(2) === 0);
    const sheetIds = random(6) === 0 ? [...waiting, ...any] : waiting;
    if (sheetIds.length === 0) return null;
    return room.printer.api.signing.sendForSignature({ sheetIds, ...carried });
  },
  async takeBack(random) {
    const [id] = await some(random, 'select id from signing_batches order by id', 1);
    if (!id) return null;
    const batch = await room.printer.api.signing.getSigningBatch({ id });
    const named = batch.sheets.filter(({ outcome }) => (outcome === null ? random(3) > 0 : random(9) === 0));
    if (named.length === 0) return null;
    const sheetIds = named.map((sheet) => sheet.id);
    const outcome = pick(random, ['signed', 'signed', 'unsigned', 'damaged'] as const);
    return room.printer.api.signing.takeBackSheets({ id, sheetIds, outcome, remark: 'Ink was spilt.' });
  },
  async cancel(random) {
    const [copyId] = await some(random, sheets('is_valid'), 1);
    if (!copyId) return null;
    const { rows } = await pool.query('select certificate_id as id from sheets where id = $1', [copyId]);
    return admin.api.copies.cancelCopy({ id: rows[0].id, copyId, reason: 'The crest is pale.' });
  },
  async handOver(random) {
    const [id] = await some(
      random,
      random(2) === 0 ? signed : certificates(`state in ('printed', 'to_print')`),
      1,
    );
    if (!id) return null;
    const { version, copyOut } = await room.receiver.api.certificates.getCertificate({ id });
    const earlierCopy = copyOut && ({ became: 'lost', remark: 'Lost on the way.' } as const);
    const collected = { collectedBy: 'Asha Rao', identitySeen: 'passport' as const };
    return room.receiver.api.certificates.handOverCertificate({ id, version, earlierCopy, ...collected });
  },
  async bundle(random) {
    const certificateIds = await some(random, random(4) > 0 ? signed : certificates(`state = 'printed'`), 2);
    if (certificateIds.length === 0) return null;
    return room.receiver.api.bundles.handOverBundle({
      certificateIds,
      deliveredTo: 'Dr. Lakshmi Rao',
      designation: 'Principal',
      identitySeen: 'College card',
    });
  },
  async reprint(random) {
    const [id] = await some(random, certificates(`state in ('printed', 'handed_over')`), 1);
    if (!id || random(3) > 0) return null;
    const request = await requestReprint(room.receiver, id);
    return admin.api.reprints.approveReprint({ id: request, version: 1 });
  },
  async revoke(random) {
    const [id] = await some(random, certificates(`state in ('printed', 'handed_over')`), 1);
    return id && random(6) === 0 ? revoke(portal, id) : null;
  },
};

/** The way out and back is gone most often. */
const wishList = [
  ...Object.keys(acts),
  'send',
  'send',
  'takeBack',
  'takeBack',
  'takeBack',
  'handOver',
  'handOver',
  'bundle',
];

/** Each finds what must not be. */
const faults: Record<string, string> = {
  'handed over unsigned': `
    select h.sheet_id from hand_overs h join sheet_facts f using (sheet_id)
     where f.facts ->> 'isSignedByHand' = 'true'
       and not exists (select from signing_batch_sheets b
                        where b.sheet_id = h.sheet_id and b.outcome = 'signed' and b.back_at <= h.handed_over_at)`,
  'a sheet that does not say how it is signed': `
    select sheet_id from sheet_facts where facts ->> 'isSignedByHand' is distinct from 'true'`,
  'out twice, or again after it was signed': `
    select sheet_id from signing_batch_sheets group by sheet_id
    having count(*) filter (where outcome is null) > 1
        or (bool_or(outcome = 'signed') and count(*) filter (where outcome is distinct from 'unsigned') > 1)`,
  'out, and cancelled or without an outcome': `
    select s.id from sheets s join signing_batch_sheets b on b.sheet_id = s.id
     where b.outcome is null and (s.cancelled_at is not null or s.outcome is distinct from 'good')`,
  'the ledger does not have each way': `
    select r.serial_prefix from blank_movements m join blank_receipts r on r.id = m.blank_receipt_id
     group by r.id having sum(m.quantity) filter (where m.act = 'sent_for_signature')
                            <> (select count(*) from signing_batch_sheets)
                       or sum(m.quantity) filter (where m.act = 'back_from_signature')
                            <> (select count(*) from signing_batch_sheets where outcome is not null)`,
  'a number is missing': `
    select max(batch_number) from signing_batches having max(batch_number) <> count(*)`,
};

async function judge(): Promise<void> {
  for (const [sentence, statement] of Object.entries(faults))
    expect((await pool.query(statement)).rows, sentence).toEqual([]);
  expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]);
  // No sheet is lost: what is printed waits, is out, is signed, or is damaged.
  const { rows } = await pool.query<{ id: string }>(`
    select s.id from sheets s join certificates c on c.id = s.certificate_id
     where s.is_valid and c.state = 'printed'
       and not exists (select from signing_batch_sheets b where b.sheet_id = s.id and b.outcome is distinct from 'unsigned')`);
  const { rows: listed } = await room.printer.api.signing.listSheetsToSign({ limit: 100 });
  expect(listed.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
}

test('no sequence hands over an unsigned sheet, or loses one', async () => {
  const random = seeded(seed);
  const done = new Map<string, number>();
  for (let count = 0; count < 5; count += 1) await verifiedCertificate(room, office);
  const missed = () => Object.keys(acts).filter((name) => !done.has(name));
  for (let step = 0; step < leastSteps || (step < mostSteps && missed().length > 0); step += 1) {
    // Now and then two people at once.
    const wishes = Array.from({ length: random(3) === 0 ? 2 : 1 }, () => ({
      name: pick(random, wishList),
      random: seeded(random(2 ** 31)),
    }));
    await Promise.all(
      wishes.map(async ({ name, random }) => {
        const result = await orRefused(acts[name]!(random), name);
        if (result !== null && result !== 'refused') done.set(name, (done.get(name) ?? 0) + 1);
      }),
    );
    await judge();
  }
  expect(missed(), JSON.stringify([...done])).toEqual([]);
});
