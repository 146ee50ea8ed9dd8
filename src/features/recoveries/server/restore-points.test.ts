import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import {
  createOffice,
  type Office,
  receiveApplication,
  verifiedCertificate,
} from '#dev/testing/factories.ts';
import { lostSheet } from '#dev/testing/last-numbers.ts';
import { openPortal, type Portal } from '#dev/testing/open-portal.ts';
import { createPrintRoom, officeWithPaper, type PrintRoom, printedRun } from '#dev/testing/print-room.ts';
import { seeded } from '#dev/testing/random.ts';
import { createTestDatabase, type TestDatabase } from '#dev/testing/test-database.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { dayInIndia } from '#shared/format.ts';
import type { LastNumbers } from '../contract.ts';
import { openRecovery } from './open-recovery.ts';

const isLong = process.env.LONG_FORMS === 'true';
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const random = seeded(seed);
const pointCount = isLong ? 6 : 1;

type Given = Record<'acknowledgement' | 'convocation' | 'run' | 'slip' | 'bundle' | 'serial', string[]>;

const directory = mkdtempSync(path.join(tmpdir(), 'dikshant-restored-'));
const open = (database: TestDatabase) =>
  openPortal({ ...database, drop: async () => {} }, { env: { DATA_DIRECTORY: directory } });

/** A database as it stands, which is what a restore to this moment would give. */
async function cloneOf(source: TestDatabase): Promise<TestDatabase> {
  const clone = await createTestDatabase();
  await clone.drop();
  const nameOf = (url: string) => new URL(url).pathname.slice(1);
  await withClient(inject('superuserUrl'), 'migration', (client) =>
    client.query(`create database ${nameOf(clone.url)} template ${nameOf(source.url)} strategy file_copy`),
  );
  return clone;
}

async function givenBy({ services }: Portal): Promise<Given> {
  const list = async (text: string) =>
    (await sql.raw<{ n: string }>(text).execute(services.db)).rows.map(({ n }) => n);
  return {
    acknowledgement: await list(
      'select acknowledgement_number::text as n from applications order by acknowledgement_number',
    ),
    convocation: await list('select convocation_number as n from certificates order by convocation_sequence'),
    run: await list('select run_number::text as n from print_runs order by run_number'),
    slip: await list('select slip_number::text as n from deposit_slips order by slip_number'),
    bundle: await list('select bundle_number::text as n from bundles order by bundle_number'),
    serial: await list(
      'select b.serial as n from sheets s join blanks b on b.id = s.blank_id order by b.serial',
    ),
  };
}

async function depositOne(portal: Portal, { receiver }: PrintRoom): Promise<void> {
  const draft = await portal.services.db
    .selectFrom('demand_drafts')
    .select('id')
    .where('deposit_slip_id', 'is', null)
    .where('state', '=', 'received')
    .executeTakeFirstOrThrow();
  await receiver.api.depositSlips.prepareDepositSlip({
    draftIds: [draft.id],
    account: 'SB 12345678',
    bankBranch: 'Main',
  });
}

async function bundle({ receiver }: PrintRoom, certificateId: string) {
  return receiver.api.bundles.handOverBundle({
    certificateIds: [certificateId],
    deliveredTo: 'R. Kulkarni',
    designation: 'Superintendent',
    identitySeen: 'College identity card',
  });
}

/** At least one number of each kind; some acts more, by chance. */
async function work(portal: Portal, office: Office): Promise<void> {
  const room = await createPrintRoom(portal);
  for (let count = 2 + random(2); count > 0; count -= 1) await verifiedCertificate(room, office);
  for (let count = random(2); count > 0; count -= 1) await receiveApplication(room.receiver, office);
  const { sheets } = await printedRun(portal, room.printer, office);
  await bundle(room, sheets[0]!.certificateId);
  await depositOne(portal, room);
}

const ordinal = (number: string | undefined) => Number(/(\d+)$/.exec(number ?? '0')![1]);

function lastOf(given: Given): Omit<LastNumbers, 'unchanged'> {
  return {
    acknowledgementNumber: ordinal(given.acknowledgement.at(-1)),
    convocationNumbers: given.convocation.slice(-1),
    runNumber: ordinal(given.run.at(-1)),
    depositSlipNumber: ordinal(given.slip.at(-1)),
    bundleNumber: ordinal(given.bundle.at(-1)),
    serials: given.serial.slice(-1),
  };
}

describe(`restored to random points, seed ${seed}`, () => {
  let office: Office;
  let points: TestDatabase[];
  let given: Given;

  beforeAll(async () => {
    const database = await createTestDatabase();
    const first = await open(database);
    office = await officeWithPaper(first, await createOffice(first), 60 + pointCount * 20);
    await first.close();
    points = [];
    for (let count = 0; count < pointCount; count += 1) {
      const portal = await open(database);
      await work(portal, office);
      await portal.close();
      points.push(await cloneOf(database));
    }
    const portal = await open(database);
    await work(portal, office);
    given = await givenBy(portal);
    await portal.close();
    await database.drop();
  }, 600_000);
  afterAll(async () => {
    for (const point of points ?? []) await point.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  for (let index = 0; index < pointCount; index += 1)
    test(`point ${index + 1}: nothing is given until two persons have said how far it went; nothing is given twice`, async () => {
      const point = points[index]!;
      await openRecovery(point.ownerUrl, new Date());
      const portal = await open(point);
      try {
        await refusesEverything(portal);
        await leaves(portal);
      } finally {
        await portal.close();
      }
    }, 240_000);

  async function refusesEverything(portal: Portal): Promise<void> {
    const room = await createPrintRoom(portal);
    const before = await givenBy(portal);
    await expectDomainError(receiveApplication(room.receiver, office), 'recoveries.open');
    await expectDomainError(depositOne(portal, room), 'recoveries.open');
    for (const [table, statement] of [
      ['number_counters', 'update number_counters set last_number = last_number + 1'],
      ['applications', 'insert into applications (id) select id from applications limit 1'],
      ['certificates', 'insert into certificates (id) select id from certificates limit 1'],
      ['print_runs', `update print_runs set state = 'printing'`],
      ['sheets', 'insert into sheets (id) select id from sheets limit 1'],
      ['bundles', 'insert into bundles (id) select id from bundles limit 1'],
      ['deposit_slips', 'insert into deposit_slips (id) select id from deposit_slips limit 1'],
      ['proofs', 'insert into proofs (id) select id from proofs limit 1'],
    ]) {
      const refusal = await sql
        .raw(statement!)
        .execute(portal.services.db)
        .catch((error: { constraint?: string }) => error);
      // Either the role may not at all, or the recovery refuses.
      expect((refusal as { constraint?: string }).constraint ?? String(refusal), statement).toMatch(
        new RegExp(`${table}__not_in_recovery|permission denied|generated`),
      );
    }
    const [run] = await portal.services.db.selectFrom('print_runs').select('id').execute();
    const file = await room.printer.fetch(`/api/print-runs/${run!.id}/document`);
    expect([file.status, ((await file.json()) as { code: string }).code]).toEqual([409, 'recoveries.open']);
    expect(await givenBy(portal)).toEqual(before);
  }

  async function leaves(portal: Portal): Promise<void> {
    const [one, other] = await portal.asEach('admin', 'admin');
    const { api } = portal.anonymous;
    const verdictOf = async (number: string) =>
      (await api.verification.verifyCertificate({ number, code: 'ABCDE-FGHJK' })).verdict;
    const before = await givenBy(portal);
    const lost = given.convocation.filter((number) => !before.convocation.includes(number));
    expect(await verdictOf(given.convocation.at(-1)!)).toBe('around_restore');

    const { numbers } = (await one.api.recoveries.listRecoveries()).recoveries[0]!;
    const unchanged = numbers.flatMap(({ kind, kept, count }) =>
      kind === 'convocation' && kept === null ? [count] : [],
    );
    const last = { ...lastOf(given), unchanged };
    await expectDomainError(
      one.api.recoveries.enterLastNumbers({ ...last, bundleNumber: ordinal(before.bundle.at(-1)) - 1 }),
      'recoveries.number_lower',
    );
    await expectDomainError(
      one.api.recoveries.enterLastNumbers({ ...last, serials: ['ZZZZ000001'] }),
      'recoveries.number_unknown',
    );
    await expectDomainError(
      one.api.recoveries.enterLastNumbers({ ...last, serials: [] }),
      'recoveries.number_missing',
    );
    await expectDomainError(
      (await portal.as('printer')).api.recoveries.enterLastNumbers(last),
      'auth.not_permitted',
    );
    const { id, version } = await one.api.recoveries.enterLastNumbers(last);
    await expectDomainError(one.api.recoveries.confirmLastNumbers({ id, version }), 'recoveries.own_entry');
    await other.api.recoveries.confirmLastNumbers({ id, version });
    expect((await one.api.recoveries.getOpenRecovery()).recovery).toBeNull();

    const { recoveries } = await one.api.recoveries.listRecoveries();
    expect(
      recoveries[0]!.numbers.find(({ kind, found }) => kind === 'convocation' && found !== null),
    ).toMatchObject({
      kept: before.convocation.at(-1),
      found: given.convocation.at(-1),
      lost: lost.length,
    });
    for (const number of lost) expect(await verdictOf(number), number).toBe('around_restore');
    const never = given.convocation
      .at(-1)!
      .replace(/\d+$/, (n) => String(Number(n) + 999).padStart(n.length, '0'));
    expect(await verdictOf(never)).toBe('unknown');

    await work(portal, office);
    const after = await givenBy(portal);
    for (const kind of Object.keys(given) as (keyof Given)[]) {
      const fresh = after[kind].filter((number) => !before[kind].includes(number));
      expect(fresh.length, kind).toBeGreaterThan(0);
      expect(
        fresh.filter((number) => given[kind].includes(number)),
        `${kind}, given twice`,
      ).toEqual([]);
      expect(ordinal(fresh[0]), `${kind}: the one after the paper`).toBe(ordinal(given[kind].at(-1)) + 1);
    }
    if (lost[0]) await recordsAgain(portal, { one, other, number: lost[0], kept: before.convocation[0]! });
  }

  async function recordsAgain(
    portal: Portal,
    {
      one,
      other,
      number,
      kept,
    }: { one: Awaited<ReturnType<Portal['as']>>; other: typeof one; number: string; kept: string },
  ): Promise<void> {
    const [free, another] = await portal.services.db
      .selectFrom('blanks')
      .select('serial')
      .where('state', '=', 'missing')
      .orderBy('serial')
      .execute();
    const original = await portal.services.db
      .selectFrom('sheets')
      .innerJoin('certificates', 'certificates.id', 'sheets.certificate_id')
      .where('convocation_number', '=', kept)
      .select('verification_code as code')
      .executeTakeFirstOrThrow();
    const sheet = lostSheet(office, { convocationNumber: number, serial: free!.serial });
    const verdict = () => portal.anonymous.api.verification.verifyCertificate({ number, code: sheet.code });
    await expectDomainError(
      one.api.recoveries.recordLostSheet({ ...sheet, convocationNumber: '2099/000001' }),
      'lost_sheets.not_lost',
    );
    await expectDomainError(
      one.api.recoveries.recordLostSheet({ ...sheet, convocationNumber: kept, serial: given.serial[0]! }),
      'lost_sheets.not_lost',
    );
    await expectDomainError(
      one.api.recoveries.recordLostSheet({ ...sheet, serial: given.serial[0]! }),
      'lost_sheets.serial_of_another',
    );
    await expectDomainError(
      one.api.recoveries.recordLostSheet({ ...sheet, courseId: randomUUID() }),
      'lost_sheets.unknown_choice',
    );
    const recorded = await one.api.recoveries.recordLostSheet(sheet);
    expect(await verdict()).toMatchObject({ verdict: 'around_restore' });
    await expectDomainError(one.api.recoveries.confirmLostSheet(recorded), 'lost_sheets.own_record');
    await other.api.recoveries.confirmLostSheet(recorded);
    expect(await verdict()).toMatchObject({
      verdict: 'genuine',
      candidateName: 'Asha Rao',
      blankSerial: sheet.serial,
    });
    await expectDomainError(one.api.recoveries.recordLostSheet(sheet), 'lost_sheets.recorded');

    if (!another) return;
    // A reprint of a certificate that was kept takes the place of its sheet. Entered anew, the last entry stands.
    const verdictOf = async (code: string) =>
      (await portal.anonymous.api.verification.verifyCertificate({ number: kept, code })).verdict;
    expect(await verdictOf(original.code)).toBe('genuine');
    const reprint = { ...sheet, convocationNumber: kept, serial: another.serial, code: '8K3MQ-X2P9A' };
    await one.api.recoveries.recordLostSheet({ ...reprint, candidateName: 'Asha Roa' });
    await other.api.recoveries.confirmLostSheet(
      // On the day on which the first one was printed, too.
      await one.api.recoveries.recordLostSheet({ ...reprint, printedOn: dayInIndia(new Date()) }),
    );
    expect(await verdictOf(original.code)).toBe('superseded');
    expect(await verdictOf(reprint.code)).toBe('genuine');
  }
});
