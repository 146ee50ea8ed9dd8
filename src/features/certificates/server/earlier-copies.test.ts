import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { createPrintRoom } from '#dev/testing/print-room.ts';
import { printedTogether, printOne, requestReprint, type Waiting } from '#dev/testing/reprinting.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import type { EarlierCopy } from '../contract.ts';

const { portal, office } = await sharedOffice();
const room = await createPrintRoom(portal);
const admin = await portal.as('admin');
afterAll(async () => expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]));

const pile = await printedTogether(portal, room, office, 8);

const read = (id: string) => room.receiver.api.certificates.getCertificate({ id });

async function handOver(id: string, earlierCopy?: EarlierCopy) {
  const { version } = await read(id);
  const who = { collectedBy: 'Priya Nair', identitySeen: 'passport' as const };
  return room.receiver.api.certificates.handOverCertificate({ id, version, ...who, earlierCopy });
}

async function post(id: string, earlierCopy?: EarlierCopy) {
  const { version } = await read(id);
  return room.receiver.api.certificates.postCertificate({
    id,
    version,
    carrier: 'India Post',
    trackingNumber: 'EK123456789IN',
    postedOn: '2026-01-05',
    earlierCopy,
  });
}

function bundle(
  certificateIds: string[],
  earlierCopies: { certificateId: string; earlierCopy: EarlierCopy }[] = [],
) {
  return room.receiver.api.bundles.handOverBundle({
    certificateIds,
    earlierCopies,
    deliveredTo: 'Dr. Savitri Hegde',
    designation: 'Principal',
    identitySeen: 'passport',
  });
}

async function reprint(certificate: Waiting) {
  const id = await requestReprint(room.receiver, certificate.certificateId, 'The name is smudged');
  await admin.api.reprints.approveReprint({ id, version: 1 });
  return printOne(portal, room.printer, certificate);
}

/** A certificate of which the original was handed over and a reprint is printed. */
async function reprinted() {
  const certificate = pile.pop()!;
  await handOver(certificate.certificateId);
  const copy = await reprint(certificate);
  return { ...certificate, id: certificate.certificateId, original: certificate.sheet, copy };
}

test('a reprint leaves once the sheet that it replaces is back, by its serial', async () => {
  const { id, original, copy } = await reprinted();
  expect((await read(id)).copyOut).toEqual({ copyNumber: 0, reason: 'The name is smudged' });
  await expectDomainError(handOver(id), 'certificates.copy_out');
  await expectDomainError(post(id), 'certificates.copy_out');
  const other = await expectDomainError(
    handOver(id, { became: 'surrendered', serial: copy.blankSerial }),
    'certificates.other_serial_surrendered',
  );
  expect(other.message).toContain(`${copy.blankSerial} is not the serial`);
  expect(other.message, 'the expected serial is read from the sheet').not.toContain(original.blankSerial);
  await handOver(id, { became: 'surrendered', serial: ` ${original.blankSerial.toLowerCase()} ` });
  expect(await read(id)).toMatchObject({ state: 'handed_over', copyOut: null });
  const { rows } = await admin.api.audit.listAuditEvents({ recordType: 'certificate', recordId: id });
  expect(rows[1]).toMatchObject({
    event: 'certificates.copy_surrendered',
    after: { blank: original.blankSerial, copy: 0 },
  });
});

test('or once somebody says how it was lost; the next reprint asks for the copy that left last', async () => {
  const certificate = await reprinted();
  const { id, copy } = certificate;
  await expectDomainError(post(id, { became: 'lost', remark: ' ' }), 'request.invalid');
  await post(id, { became: 'lost', remark: 'Police report 17/2026' });
  await reprint(certificate);
  expect((await read(id)).copyOut).toMatchObject({ copyNumber: 1 });
  await expectDomainError(handOver(id), 'certificates.copy_out');
  await handOver(id, { became: 'surrendered', serial: copy.blankSerial });
});

test('taking the hand-over back puts the earlier copy with its holder again, and the later one in the office', async () => {
  const { id, original } = await reprinted();
  const before = await read(id);
  await handOver(id, { became: 'surrendered', serial: original.blankSerial });
  const { version, takeBackUntil } = await read(id);
  expect(takeBackUntil).not.toBeNull();
  await room.receiver.api.certificates.takeBackHandOver({ id, version });
  expect(await read(id)).toEqual({ ...before, version: version + 1 });
  await expectDomainError(
    room.receiver.api.certificates.takeBackHandOver({ id, version: version + 1 }),
    'records.built_on',
  );
  await expectDomainError(handOver(id), 'certificates.copy_out');
  await handOver(id, { became: 'surrendered', serial: original.blankSerial });
  expect(await read(id)).toMatchObject({ state: 'handed_over', copyOut: null });
});

test('what left in a bundle is not taken back: its signed list is never changed', async () => {
  const { certificateId: id } = pile.pop()!;
  await bundle([id]);
  const { version, takeBackUntil } = await read(id);
  expect(takeBackUntil).toBeNull();
  await expectDomainError(
    room.receiver.api.certificates.takeBackHandOver({ id, version }),
    'certificates.left_in_bundle',
  );
});

test('a bundle takes it along under the same condition, and names the certificate', async () => {
  const plain = pile.pop()!;
  const { id, original, convocationNumber } = await reprinted();
  const refused = await expectDomainError(bundle([plain.certificateId, id]), 'bundles.copy_out');
  expect(refused.message).toContain(convocationNumber);
  const given = (certificateId: string, serial: string) => [
    { certificateId, earlierCopy: { became: 'surrendered', serial } as const },
  ];
  await expectDomainError(bundle([id], given(id, 'A999999')), 'bundles.other_serial_surrendered');
  await expectDomainError(
    bundle([plain.certificateId], given(plain.certificateId, original.blankSerial)),
    'certificates.no_copy_out',
  );
  await bundle([plain.certificateId, id], given(id, original.blankSerial));
  expect(await read(id)).toMatchObject({ state: 'handed_over', copyOut: null });
});

test('an original that never left needs no return, and the table holds the rule as well', async () => {
  const certificate = pile.pop()!;
  await reprint(certificate);
  expect((await read(certificate.certificateId)).copyOut).toBeNull();
  await handOver(certificate.certificateId);

  const { id, copy } = await reprinted();
  await expect(
    portal.services.db.transaction().execute(async (transaction) => {
      await sql`insert into hand_overs (sheet_id, way, handed_over_by, handed_over_at, collected_by, identity_seen)
                  values (${copy.id}, 'in_person', ${admin.actor.id}, now(), 'Priya', 'passport')`.execute(
        transaction,
      );
      await sql`update certificates set state = 'handed_over', handed_over_at = now(), handed_over_by = ${admin.actor.id} where id = ${id}`.execute(
        transaction,
      );
    }),
  ).rejects.toMatchObject({ constraint: 'hand_overs__earlier_copy_back' });
});
