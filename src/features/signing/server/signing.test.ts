import { describe, expect, test } from 'vitest';
import { changeWithFourEyes } from '#dev/testing/change-master.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { createOffice } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { createPrintRoom, printedCertificates } from '#dev/testing/print-room.ts';
import { codeOf } from '#dev/testing/reprinting.ts';
import { revoke } from '#dev/testing/revoking.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { carried, handSignedOffice, sendOut, takeBackAll } from '#dev/testing/signing.ts';
import type { Certificate } from '#features/certificates/contract.ts';
import { whyMoved } from '#features/stock/columns.ts';
import { dayInIndia } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';

const today = dayInIndia(new Date());
const collected = { collectedBy: 'Asha Rao', identitySeen: 'passport' as const };
const letter = { carrier: 'India Post', trackingNumber: 'EK 123456789 IN', postedOn: today };
const principal = { deliveredTo: 'Dr. Lakshmi Rao', designation: 'Principal', identitySeen: 'College card' };

const portal = await filePortal();
const plain = await createOffice(portal);
const office = await handSignedOffice(portal, plain);
const room = await createPrintRoom(portal);
const { printer, receiver } = room;
const auditor = await portal.as('auditor');

const printed = (count: number, of = office) => printedCertificates(portal, room, { office: of, count });
const certificateOf = (id: string) => auditor.api.certificates.getCertificate({ id });
const eventsOf = async (recordId: string) =>
  (await auditor.api.audit.listAuditEvents({ recordType: 'certificate', recordId })).rows.map(
    ({ event }) => event,
  );

/** Every way in which a certificate could leave. */
async function expectStays({ id, version }: Certificate, code: Parameters<typeof expectDomainError>[1]) {
  const { certificates, bundles } = receiver.api;
  const refusals = [
    await expectDomainError(certificates.handOverCertificate({ id, version, ...collected }), code),
    await expectDomainError(certificates.postCertificate({ id, version, ...letter }), code),
    await expectDomainError(bundles.handOverBundle({ certificateIds: [id], ...principal }), code),
  ];
  expect((await certificateOf(id)).state).toBe('printed');
  return refusals.map(({ message }) => message);
}

describe('out and back', () => {
  test('what is signed by hand leaves once it came back signed, and says until then where it is', async () => {
    const [one, other] = await printed(2);
    expect(one!.missingSignature).toEqual({ state: 'to_be_signed' });
    const waiting = await expectStays(one!, 'certificates.to_be_signed');
    expect(new Set(waiting).size).toBe(1);
    expect(waiting[0]).toContain(one!.convocationNumber);

    const batch = await sendOut(printer, [one!.id]);
    expect(batch).toMatchObject({ ...carried, sheetCount: 1, outCount: 1, signedCount: 0, backAt: null });
    expect(batch.batchNumber).toMatch(/^S-\d{6}$/);
    for (const message of await expectStays(one!, 'certificates.out_for_signature')) {
      expect(message).toContain(batch.batchNumber);
      expect(message).toContain('Vice-Chancellor');
    }

    const [sheet] = batch.sheets;
    expect(
      await printer.api.signing.takeBackSheets({
        id: batch.id,
        sheetIds: [sheet!.id],
        outcome: 'signed',
      }),
    ).toEqual({ out: 0 });
    const back = await certificateOf(one!.id);
    expect(back.missingSignature).toBeNull();
    await receiver.api.certificates.handOverCertificate({ id: back.id, version: back.version, ...collected });
    expect((await certificateOf(one!.id)).state).toBe('handed_over');
    await expectStays(other!, 'certificates.to_be_signed');
    expect(await eventsOf(one!.id)).toEqual(
      expect.arrayContaining(['certificates.sent_for_signature', 'certificates.back_signed']),
    );
  });

  test('what came back unsigned waits again; a part of a batch may stay out', async () => {
    const [signed, unsigned, out] = await printed(3);
    const batch = await sendOut(printer, idsOf([signed!, unsigned!, out!]));
    const sheetOf = (id: string) => batch.sheets.find((sheet) => sheet.certificateId === id)!.id;
    expect(
      await printer.api.signing.takeBackSheets({
        id: batch.id,
        sheetIds: [sheetOf(signed!.id)],
        outcome: 'signed',
      }),
    ).toEqual({ out: 2 });
    await printer.api.signing.takeBackSheets({
      id: batch.id,
      sheetIds: [sheetOf(unsigned!.id)],
      outcome: 'unsigned',
    });
    await expectStays(unsigned!, 'certificates.to_be_signed');
    await expectStays(out!, 'certificates.out_for_signature');
    const next = await sendOut(printer, [unsigned!.id]);
    expect(next.id).not.toBe(batch.id);
    await expectDomainError(
      printer.api.signing.takeBackSheets({
        id: batch.id,
        sheetIds: [sheetOf(unsigned!.id)],
        outcome: 'signed',
      }),
      'signing_batches.back_already',
    );
    await expectDomainError(
      printer.api.signing.takeBackSheets({
        id: next.id,
        sheetIds: [sheetOf(out!.id)],
        outcome: 'signed',
      }),
      'signing_batches.not_in_batch',
    );
    const { rows } = await auditor.api.signing.listSigningBatches({ show: 'out' });
    expect(idsOf(rows)).toEqual(expect.arrayContaining([batch.id, next.id]));
    await takeBackAll(printer, batch.id);
    await takeBackAll(printer, next.id);
    expect((await auditor.api.signing.getSigningBatch({ id: batch.id })).backAt).not.toBeNull();
    await receiver.api.bundles.handOverBundle({
      certificateIds: idsOf([signed!, unsigned!, out!]),
      ...principal,
    });
  });

  test('a damaged sheet waits until its copy is cancelled, and is printed again', async () => {
    const [certificate] = await printed(1);
    const batch = await sendOut(printer, [certificate!.id]);
    const [sheet] = batch.sheets;
    const admin = await portal.as('admin');
    const cancel = { id: certificate!.id, copyId: sheet!.id, reason: 'Ink was spilt.' };
    await expectDomainError(admin.api.copies.cancelCopy(cancel), 'certificates.copy_not_here');
    const damaged = { id: batch.id, sheetIds: [sheet!.id], outcome: 'damaged' as const };
    await expectDomainError(printer.api.signing.takeBackSheets(damaged), 'request.invalid');
    await printer.api.signing.takeBackSheets({ ...damaged, remark: 'Ink was spilt.' });
    await expectStays(certificate!, 'certificates.damaged_at_signature');
    await expectDomainError(
      printer.api.signing.sendForSignature({ sheetIds: [sheet!.id], ...carried }),
      'signing_batches.not_to_be_signed',
    );
    await admin.api.copies.cancelCopy(cancel);
    expect((await certificateOf(certificate!.id)).state).toBe('to_print');
    expect((await auditor.api.signing.getSigningBatch({ id: batch.id })).sheets[0]).toMatchObject({
      outcome: 'damaged',
      remark: 'Ink was spilt.',
      standing: 'cancelled',
    });
  });

  test('a sheet whose certificate is revoked while it is out comes back all the same, and says so', async () => {
    const [certificate] = await printed(1);
    const batch = await sendOut(printer, [certificate!.id]);
    await revoke(portal, certificate!.id);
    await takeBackAll(printer, batch.id);
    expect((await auditor.api.signing.getSigningBatch({ id: batch.id })).sheets[0]).toMatchObject({
      outcome: 'signed',
      standing: 'revoked',
      backBy: expect.any(String),
    });
    const { id, version } = await certificateOf(certificate!.id);
    await expectDomainError(
      receiver.api.certificates.handOverCertificate({ id, version, ...collected }),
      'certificates.revoked',
    );
  });

  test('is in the custody ledger of the sheet; /verify says what it says of any printed sheet', async () => {
    const [certificate] = await printed(1);
    const [usual] = await printed(1, plain);
    const expected = await verdictOf(usual!);
    expect(await verdictOf(certificate!)).toBe(expected);
    const batch = await sendOut(printer, [certificate!.id]);
    expect(await verdictOf(certificate!)).toBe(expected);
    await takeBackAll(printer, batch.id);
    expect(await verdictOf(certificate!)).toBe(expected);
    const { movements } = await auditor.api.stock.findBlank({ serial: certificate!.blankSerial! });
    const ways = movements.slice(-2);
    expect(ways.map(({ act }) => act)).toEqual(['sent_for_signature', 'back_from_signature']);
    expect(ways.map(whyMoved)).toEqual([
      `${batch.batchNumber}, Vice-Chancellor, carried by Anand Gowda`,
      `${batch.batchNumber}, Vice-Chancellor: signed`,
    ]);
    // The words are the reader's, in the ledger as a file too.
    const ledger = await auditor.fetch(
      `/api/exports/custody-ledger?format=csv&language=kn&search=${certificate!.blankSerial}`,
    );
    const file = await ledger.text();
    expect(file).toContain(`${batch.batchNumber}, Vice-Chancellor`);
    expect(file).not.toMatch(/carried by|signed/);
    // Earlier versions stored the sentence.
    await runWithoutTriggers(
      portal,
      `update custody_acts set remark = 'Carried by hand' where act ~ 'signature'`,
    );
    const { movements: before } = await auditor.api.stock.findBlank({ serial: certificate!.blankSerial! });
    expect(before).toEqual(movements);
  });
});

async function verdictOf(certificate: Certificate) {
  const { copies } = await auditor.api.copies.listCopies({ id: certificate.id });
  const code = await codeOf(portal, copies[0]!.id);
  const { verdict } = await portal.anonymous.api.verification.verifyCertificate({
    number: certificate.convocationNumber,
    code,
  });
  return verdict;
}

describe('what waits', () => {
  test('is found by number, serial and run, and not offered to the counter; nothing whose signatures are printed waits', async () => {
    const [one, two] = await printed(2);
    const [usual] = await printed(1, plain);
    const found = async (search: string) =>
      (await printer.api.signing.listSheetsToSign({ search })).rows.map((row) => row.certificateId);
    expect(await found(one!.convocationNumber)).toEqual([one!.id]);
    expect(await found(one!.convocationNumber.replace('/', '-').replace('-0', '-'))).toEqual([one!.id]);
    expect(await found(one!.blankSerial!.toLowerCase())).toEqual([one!.id]);
    const ofRun = `R-${String(one!.runNumber).padStart(6, '0')}`;
    expect(await found(ofRun)).toEqual([one!.id, two!.id]);
    expect(await printer.api.signing.countSheetsToSign({ search: ofRun })).toEqual({ count: 2 });
    expect(await found(usual!.convocationNumber)).toEqual([]);
    const { copies } = await auditor.api.copies.listCopies({ id: usual!.id });
    await expectDomainError(
      printer.api.signing.sendForSignature({ sheetIds: [copies[0]!.id], ...carried }),
      'signing_batches.not_to_be_signed',
    );
    expect(copies[0]!.facts.isSignedByHand).toBeUndefined();
    expect(usual!.missingSignature).toBeNull();

    const offered = async () => {
      const { rows } = await receiver.api.certificates.listCertificates({
        stage: 'to_hand_over',
        collegeId: office.collegeId,
        limit: 100,
      });
      return idsOf(rows);
    };
    expect(await offered()).toContain(usual!.id);
    expect(await offered()).not.toContain(one!.id);
    const counted = async () =>
      (await receiver.api.bundles.listBundleColleges()).colleges.find(
        ({ collegeId }) => collegeId === office.collegeId,
      )!.toHandOver;
    const before = await counted();
    const batch = await sendOut(printer, [one!.id]);
    expect(await found(one!.convocationNumber)).toEqual([]);
    const { rows } = await receiver.api.certificates.listCertificates({ search: batch.batchNumber });
    expect(idsOf(rows)).toEqual([one!.id]);
    await takeBackAll(printer, batch.id);
    expect(await offered()).toContain(one!.id);
    expect(await counted()).toBe(before + 1);
    expect(idsOf((await auditor.api.signing.listSigningBatches({ search: one!.blankSerial! })).rows)).toEqual(
      [batch.id],
    );
  });

  test('keeps how its type was signed when it was bound', async () => {
    const [certificate] = await printed(1);
    await changeWithFourEyes(portal, 'certificate_types', {
      named: office.certificateType,
      changes: { signedBy: 'printed' },
    });
    await expectStays(certificate!, 'certificates.to_be_signed');
    const [since] = await printed(1);
    expect(since!.missingSignature).toBeNull();
    await changeWithFourEyes(portal, 'certificate_types', {
      named: office.certificateType,
      changes: { signedBy: 'hand' },
    });
    await takeBackAll(printer, (await sendOut(printer, [certificate!.id])).id);
  });
});

test('a batch goes out whole or not at all', async () => {
  const [one, other] = await printed(2);
  const { rows } = await printer.api.signing.listSheetsToSign({ limit: 100 });
  const sheetIds = idsOf(rows.filter((row) => [one!.id, other!.id].includes(row.certificateId)));
  const count = async () => (await auditor.api.signing.countSigningBatches({})).count;
  const batch = await sendOut(printer, [other!.id]);
  const before = await count();
  await expectDomainError(
    printer.api.signing.sendForSignature({ sheetIds, ...carried }),
    'signing_batches.not_to_be_signed',
  );
  await expectDomainError(
    printer.api.signing.takeBackSheets({
      id: batch.id,
      sheetIds,
      outcome: 'signed',
    }),
    'signing_batches.not_in_batch',
  );
  expect(await count()).toBe(before);
  expect((await certificateOf(one!.id)).missingSignature).toEqual({ state: 'to_be_signed' });
  expect((await certificateOf(other!.id)).missingSignature).toMatchObject({ state: 'out' });
});
