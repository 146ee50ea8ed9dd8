import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { draftEntry, verifiedCertificate } from '#dev/testing/factories.ts';
import { longTest } from '#dev/testing/long-test.ts';
import { fileOffice } from '#dev/testing/office.ts';
import {
  choiceOf,
  createPrintRoom,
  officeWithPaper,
  printedCertificates,
  printedRun,
} from '#dev/testing/print-room.ts';
import { requestReprint } from '#dev/testing/reprinting.ts';
import { revoke } from '#dev/testing/revoking.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { dayInIndia } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import type { Certificate } from '../contract.ts';

const today = dayInIndia(new Date());
const tomorrow = dayInIndia(new Date(Date.now() + 86_400_000));
const letter = { carrier: 'India Post', trackingNumber: 'ek 123456789 in', postedOn: today };
const principal = { deliveredTo: 'Dr. Lakshmi Rao', designation: 'Principal', identitySeen: 'College card' };

const { portal, office } = await fileOffice();
const room = await createPrintRoom(portal);
const receiver = room.receiver;

let pile: Certificate[] = [];
/** Nine of them come from one run, which costs most of what one takes. */
async function printed(count: number): Promise<Certificate[]> {
  if (pile.length < count) pile = await printedCertificates(portal, room, { office, count: 9 });
  return pile.splice(0, count);
}

const getCertificate = (id: string) => receiver.api.certificates.getCertificate({ id });
const bundleOf = (certificateIds: string[], person = receiver) =>
  person.api.bundles.handOverBundle({ certificateIds, ...principal });

function collect({ id, version }: Certificate, person = receiver) {
  return person.api.certificates.handOverCertificate({
    id,
    version,
    collectedBy: 'Priya Nair',
    identitySeen: 'passport',
  });
}

async function eventsOf(recordId: string) {
  const auditor = await portal.as('auditor');
  const { rows } = await auditor.api.audit.listAuditEvents({ recordId });
  return rows;
}

describe('in person', () => {
  test('it is said who collected it, and by which paper they were known', async () => {
    const [certificate] = await printed(1);
    await collect(certificate!);
    expect(await getCertificate(certificate!.id)).toMatchObject({
      state: 'handed_over',
      handOver: {
        way: 'in_person',
        by: receiver.actor.name,
        collectedBy: 'Priya Nair',
        identitySeen: 'passport',
      },
    });
    expect((await eventsOf(certificate!.id))[0]).toMatchObject({
      event: 'certificates.handed_over',
      after: { way: 'in_person', collectedBy: 'Priya Nair', identitySeen: 'passport' as const },
    });
  });
});

describe('by post', () => {
  test('it has a carrier, a day and a tracking number, and an auditor reads them', async () => {
    const [certificate] = await printed(1);
    const { version } = await receiver.api.certificates.postCertificate({ ...letter, ...certificate! });
    expect(version).toBe(certificate!.version + 1);
    const handOver = {
      way: 'post',
      carrier: 'India Post',
      trackingNumber: 'EK 123456789 IN',
      postedOn: today,
    };
    const auditor = await portal.as('auditor');
    expect(await auditor.api.certificates.getCertificate({ id: certificate!.id })).toMatchObject({
      handOver,
    });
    expect((await eventsOf(certificate!.id))[0]).toMatchObject({
      event: 'certificates.handed_over',
      after: handOver,
    });
  });

  test('it is refused without a tracking number, in the future, by an old version, and a second time', async () => {
    const [certificate] = await printed(1);
    const { id, version } = certificate!;
    const post = (input: object) =>
      receiver.api.certificates.postCertificate({ id, version, ...letter, ...input });
    await expectDomainError(post({ trackingNumber: ' ' }), 'request.invalid');
    await expectDomainError(post({ carrier: '' }), 'request.invalid');
    await expectDomainError(post({ postedOn: tomorrow }), 'certificates.posted_later');
    await expectDomainError(post({ version: version + 1 }), 'records.stale');
    await post({});
    await expectDomainError(post({}), 'certificates.handed_over');
    await expectDomainError(collect(await getCertificate(id)), 'certificates.handed_over');
  });
});

describe('in a bundle', () => {
  test('certificates of one college go to a person of it under a number without gaps', async () => {
    const certificates = await printed(3);
    const first = await bundleOf(idsOf(certificates.slice(0, 2)).reverse());
    await expectDomainError(bundleOf([certificates[0]!.id, certificates[2]!.id]), 'bundles.handed_over');
    const second = await bundleOf([certificates[2]!.id]);
    const numberOf = (bundle: { bundleNumber: string }) => Number(bundle.bundleNumber.replace('B-', ''));
    expect(first.bundleNumber).toMatch(/^B-\d{6}$/);
    expect(numberOf(second)).toBe(numberOf(first) + 1);

    const bundle = await receiver.api.bundles.getBundle({ id: first.id });
    expect(bundle).toMatchObject({
      ...principal,
      collegeCode: 'COL001',
      certificateCount: 2,
      signedCount: 0,
    });
    expect(bundle.certificates.map((one) => one.convocationNumber)).toEqual(
      certificates.slice(0, 2).map((one) => one.convocationNumber),
    );
    expect(bundle.certificates[0]!.blankSerial).toBe(certificates[0]!.blankSerial);
    expect(await getCertificate(certificates[0]!.id)).toMatchObject({
      state: 'handed_over',
      handOver: {
        way: 'bundle',
        bundleId: first.id,
        bundleNumber: first.bundleNumber,
        deliveredTo: principal.deliveredTo,
        signedOn: null,
      },
    });
    expect((await eventsOf(first.id))[0]).toMatchObject({
      event: 'bundles.handed_over',
      after: { certificates: 2, ...principal },
    });
    expect((await eventsOf(certificates[1]!.id))[0]).toMatchObject({
      event: 'certificates.handed_over',
      after: { way: 'bundle', bundle: first.bundleNumber },
    });
  });

  test('it is of one college, and every certificate in it is printed', async () => {
    const [own] = await printed(1);
    const elsewhere = { ...office, collegeId: office.otherCollegeId };
    const [other] = await printedCertificates(portal, room, { office: elsewhere, count: 1 });
    const waiting = await verifiedCertificate(room, office);
    await expectDomainError(bundleOf([own!.id, other!.id]), 'bundles.several_colleges');
    const refused = await expectDomainError(
      bundleOf([own!.id, waiting.certificateId]),
      'bundles.not_printed',
    );
    expect(refused.message).toContain(waiting.convocationNumber);
    expect((await getCertificate(own!.id)).state).toBe('printed');
    await expectDomainError(
      receiver.api.bundles.handOverBundle({ certificateIds: [], ...principal }),
      'request.invalid',
    );
    await expectDomainError(
      receiver.api.bundles.handOverBundle({
        certificateIds: [own!.id],
        ...principal,
        identitySeen: 'Aadhaar 2345 6789 0123',
      }),
      'request.invalid',
    );
  });

  test('signatures of students are recorded once, in their time, for certificates of the bundle', async () => {
    const certificates = await printed(2);
    const [stranger] = await printed(1);
    const { id } = await bundleOf(idsOf(certificates));
    const sign = (certificateIds: string[], signedOn = today) =>
      receiver.api.bundles.recordSignatures({ id, certificateIds, signedOn });
    await expectDomainError(sign([stranger!.id]), 'bundles.not_in_bundle');
    await expectDomainError(sign([certificates[0]!.id], '2020-01-01'), 'bundles.signed_too_early');
    await expectDomainError(sign([certificates[0]!.id], tomorrow), 'bundles.signed_later');
    expect(await sign([certificates[0]!.id])).toEqual({ recorded: 1 });
    const again = await expectDomainError(sign(idsOf(certificates)), 'bundles.signed_before');
    expect(again.message).toContain(certificates[0]!.convocationNumber);
    expect(await receiver.api.bundles.getBundle({ id })).toMatchObject({ signedCount: 1 });
    expect(await getCertificate(certificates[0]!.id)).toMatchObject({ handOver: { signedOn: today } });
    expect((await eventsOf(certificates[0]!.id))[0]).toMatchObject({
      event: 'certificates.signed_for',
      after: { signedOn: today },
    });
    const unsigned = await receiver.api.bundles.listBundles({ show: 'unsigned' });
    expect(unsigned.rows.map((row) => row.id)).toContain(id);
    await sign([certificates[1]!.id]);
    const open = await receiver.api.bundles.listBundles({ show: 'unsigned' });
    expect(open.rows.map((row) => row.id)).not.toContain(id);
  });

  test('bundles are found by number, college and person', async () => {
    const [certificate] = await printed(1);
    const { id, bundleNumber } = await bundleOf([certificate!.id]);
    for (const search of [bundleNumber.toLowerCase(), 'col001', 'lakshmi']) {
      const { rows } = await receiver.api.bundles.listBundles({ search });
      expect(rows.map((row) => row.id)).toContain(id);
      expect(await receiver.api.bundles.countBundles({ search })).toEqual({ count: rows.length });
    }
    expect((await receiver.api.bundles.listBundles({ search: 'nobody' })).rows).toEqual([]);
  });
});

test('a withheld certificate leaves the office in no way', async () => {
  const draft = draftEntry();
  const [certificate] = await printedCertificates(portal, room, {
    office,
    count: 1,
    overrides: { drafts: [draft] },
  });
  const certificateId = certificate!.id;
  const admin = await portal.as('admin');
  const { rows } = await admin.api.demandDrafts.listDrafts({ search: draft.number });
  await admin.api.fees.returnDraft({ id: rows[0]!.id, version: rows[0]!.version, reason: 'signature' });
  const withheld = await getCertificate(certificateId);
  const { id, version } = withheld;
  await expectDomainError(collect(withheld), 'certificates.withheld');
  await expectDomainError(
    receiver.api.certificates.postCertificate({ id, version, ...letter }),
    'certificates.withheld',
  );
  await expectDomainError(bundleOf([id]), 'bundles.withheld');
  const { rows: ready } = await receiver.api.certificates.listCertificates({ stage: 'to_hand_over' });
  expect(idsOf(ready)).not.toContain(id);
});

test('a revoked certificate leaves the office in no way', async () => {
  const [certificate] = await printed(1);
  await revoke(portal, certificate!.id);
  await expectDomainError(collect(certificate!), 'certificates.revoked');
  await expectDomainError(bundleOf([certificate!.id]), 'bundles.revoked');
});

test('of many who hand one certificate over at once, in any way, one does', async () => {
  const [certificate] = await printed(1);
  const { id, version } = certificate!;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }).flatMap(() => [
      collect(certificate!),
      receiver.api.certificates.postCertificate({ id, version, ...letter }),
      bundleOf([id]),
    ]),
  );
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason.code).toMatch(/\.handed_over$/);
  const { rows } = await sql`
    select from hand_overs join sheets on sheets.id = sheet_id where certificate_id = ${id}`.execute(
    portal.services.db,
  );
  expect(rows).toHaveLength(1);
  expect((await eventsOf(id)).filter((one) => one.event === 'certificates.handed_over')).toHaveLength(1);
});

longTest('parallel bundles of the same certificates, in any order, do not block each other', async () => {
  const ids = idsOf(await printed(4));
  const outcomes = await Promise.allSettled([
    bundleOf(ids),
    bundleOf([...ids].reverse()),
    bundleOf([ids[2]!, ids[0]!]),
  ]);
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
});

test('the database refuses what the rules would', async () => {
  const [certificate] = await printed(1);
  const db = portal.services.db;
  const { id: sheetId } = await db
    .selectFrom('sheets')
    .select('id')
    .where('certificate_id', '=', certificate!.id)
    .executeTakeFirstOrThrow();
  const row = { sheet_id: sheetId, handed_over_by: receiver.actor.id, handed_over_at: new Date() };
  const posted = { ...row, way: 'post', carrier: 'India Post', posted_on: today };
  const insert = (values: typeof row & { way: string }) =>
    db.insertInto('hand_overs').values(values).execute();
  await expect(insert(posted)).rejects.toMatchObject({ constraint: 'hand_overs__post_is_tracked' });
  const tracked = { ...posted, tracking_number: 'EK1' };
  await expect(insert(tracked)).rejects.toMatchObject({ constraint: 'hand_overs__certificate_agrees' });
  await expect(insert({ ...tracked, posted_on: tomorrow } as typeof tracked)).rejects.toMatchObject({
    constraint: 'hand_overs__not_posted_later',
  });
  await expect(insert({ ...row, way: 'bundle' })).rejects.toMatchObject({
    constraint: 'hand_overs__bundle_named',
  });
  await expect(
    db
      .updateTable('certificates')
      .set({ state: 'handed_over', handed_over_at: new Date(), handed_over_by: receiver.actor.id })
      .where('id', '=', certificate!.id)
      .execute(),
  ).rejects.toMatchObject({ constraint: 'certificates__hand_over_recorded' });
});

test('the database keeps a hand-over that is too old, in a bundle or built on, and one that a certificate names', async () => {
  const [old, bundled, asked, fresh] = idsOf(await printed(4)) as [string, string, string, string];
  for (const id of [old, asked, fresh]) await collect(await getCertificate(id));
  await bundleOf([bundled]);
  await requestReprint(receiver, asked);
  const { db } = portal.services;
  const copyOf = (id: string) =>
    db.selectFrom('sheets').where('certificate_id', '=', id).where('is_valid', '=', true).select('id');
  await runWithoutTriggers(
    portal,
    `update hand_overs set handed_over_at = now() - interval '11 minutes'
      where sheet_id in (select id from sheets where certificate_id = '${old}')`,
  );
  const remove = (id: string) => db.deleteFrom('hand_overs').where('sheet_id', 'in', copyOf(id)).execute();
  const constraints = {
    [old]: 'hand_overs__taken_back_in_time',
    [bundled]: 'hand_overs__bundle_stays',
    [asked]: 'hand_overs__none_built_on',
    [fresh]: 'certificates__hand_over_recorded',
  };
  for (const [id, constraint] of Object.entries(constraints))
    await expect(remove(id)).rejects.toMatchObject({ constraint });
});

describe('a receiver with a college code', () => {
  test('hands over what is of their college, and nothing else', async () => {
    const own = await portal.as('receiver', { collegeId: office.collegeId });
    const outsider = await portal.as('receiver', { collegeId: office.otherCollegeId });
    const [certificate] = await printed(1);
    await expectDomainError(bundleOf([certificate!.id], outsider), 'certificates.not_found');
    await bundleOf([certificate!.id], own);
    const { colleges } = await own.api.bundles.listBundleColleges();
    expect(colleges.every((one) => one.collegeId === office.collegeId)).toBe(true);
  });
});

describe('lists', () => {
  test('pending are those that wait and those in a run, with the moment since which they wait', async () => {
    const waiting = await verifiedCertificate(room, office);
    const kind = await officeWithPaper(portal, office, 1);
    const bound = await verifiedCertificate(room, kind);
    await room.printer.api.printRuns.preparePrintRun(choiceOf(kind));
    const { rows } = await receiver.api.certificates.listCertificates({
      stage: 'pending',
      sort: 'waitingSince',
    });
    const pending = rows.find((row) => row.id === waiting.certificateId)!;
    expect(pending.waitingSince).toBe(pending.createdAt);
    expect(pending).toMatchObject({ copyNumber: null, blankSerial: null, runNumber: null });
    expect(idsOf(rows)).toContain(bound.certificateId);
    expect(rows.map((row) => row.waitingSince)).toEqual(rows.map((row) => row.waitingSince).sort());
    expect(await receiver.api.certificates.countCertificates({ stage: 'pending' })).toEqual({
      count: rows.length,
    });
  });

  test('a printed certificate says on which sheet, in which run and by whom', async () => {
    const [certificate] = await printed(1);
    expect(certificate).toMatchObject({ copyNumber: 0, printedBy: room.printer.actor.name, handOver: null });
    expect(certificate!.runNumber).toBeGreaterThan(0);
    const { rows } = await receiver.api.certificates.listCertificates({
      stage: 'to_hand_over',
      collegeId: office.collegeId,
    });
    expect(idsOf(rows)).toContain(certificate!.id);
    const others = await receiver.api.certificates.listCertificates({
      stage: 'to_hand_over',
      collegeId: office.otherCollegeId,
    });
    expect(idsOf(others.rows)).not.toContain(certificate!.id);
  });

  test('a certificate that is to be printed again waits since then', async () => {
    const [certificate] = await printed(1);
    await collect(certificate!);
    const id = await requestReprint(receiver, certificate!.id);
    await (await portal.as('admin')).api.reprints.approveReprint({ id, version: 1 });
    const anew = await getCertificate(certificate!.id);
    expect(anew.waitingSince > certificate!.printedAt!).toBe(true);
    expect(anew).toMatchObject({ copyNumber: 0, handOver: { way: 'in_person' } });

    await printedRun(portal, room.printer, { ...office, paperId: certificate!.paperId });
    const reprint = await getCertificate(certificate!.id);
    expect(reprint).toMatchObject({ state: 'printed', copyNumber: 1, handOver: null });
    const earlierCopy = { became: 'surrendered', serial: certificate!.blankSerial! } as const;
    const { id: certificateId, version } = reprint;
    await receiver.api.certificates.postCertificate({ ...letter, id: certificateId, version, earlierCopy });
    expect(await getCertificate(reprint.id)).toMatchObject({ handOver: { way: 'post' } });
  });
});
