import { describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { draftEntry, reprintEntry, uploadFile } from '#dev/testing/factories.ts';
import { requestReprint } from '#dev/testing/reprinting.ts';
import { revoke } from '#dev/testing/revoking.ts';
import { statusOf } from '#dev/testing/status-of.ts';

const desk = await openCertificateDesk({ isShared: true });
const { portal, office, receiver, caseWorker, printer, admin } = desk;

describe('asking for a reprint', () => {
  test('is for receivers, case workers, printers and admins', async () => {
    const callers = [receiver, caseWorker, printer, admin];
    const run = await desk.startHere(callers.length);
    for (const [
      place,
      { id: sheetId, certificateId, convocationNumber, blankSerial },
    ] of run.sheets.entries()) {
      await desk.record(run, { id: sheetId });
      const caller = callers[place]!;
      const id = await requestReprint(caller, certificateId, 'The name is cut off.');
      expect(await caller.api.reprints.getReprintRequest({ id })).toMatchObject({
        certificateId,
        convocationNumber,
        reason: 'The name is cut off.',
        status: null,
        requestedBy: caller.actor.name,
        copyNumber: 0,
        blankSerial,
        errorPhoto: { name: 'photo.jpg', mediaType: 'image/jpeg' },
      });
      // Nothing happens to the certificate before somebody decides.
      expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'printed' });
    }
  });

  test('needs a reason and a photo of one’s own that serves no other request', async () => {
    const { certificateId } = await desk.printed();
    const entry = await reprintEntry(receiver, certificateId);
    await expectDomainError(
      receiver.api.reprints.requestReprint({ ...entry, reason: '  ' }),
      'request.invalid',
    );
    const portrait = ((await (await uploadFile(receiver, 'photo')).json()) as { id: string }).id;
    for (const errorPhotoFileId of [portrait, crypto.randomUUID()])
      await expectDomainError(
        receiver.api.reprints.requestReprint({ ...entry, errorPhotoFileId }),
        'files.not_usable',
      );
    await expectDomainError(printer.api.reprints.requestReprint(entry), 'files.not_usable');
    await receiver.api.reprints.requestReprint(entry);
    const other = await desk.printed();
    await expectDomainError(
      receiver.api.reprints.requestReprint({ ...entry, certificateId: other.certificateId }),
      'files.not_usable',
    );
  });

  test('is refused before anything is printed, and while a run prints it', async () => {
    const waiting = await desk.waiting();
    const { certificateId } = waiting;
    await expectDomainError(requestReprint(printer, certificateId), 'reprints.not_printed');
    await desk.startRun(waiting);
    await expectDomainError(requestReprint(printer, certificateId), 'reprints.not_printed');
  });

  test('is refused of a certificate that is withheld or revoked', async () => {
    const draft = draftEntry();
    const { certificateId } = await desk.printed({ drafts: [draft] });
    const [received] = (await admin.api.demandDrafts.listDrafts({ search: draft.number })).rows;
    await admin.api.fees.returnDraft({ id: received!.id, version: received!.version, reason: 'signature' });
    await expectDomainError(requestReprint(receiver, certificateId), 'certificates.withheld');

    const revoked = await desk.printed();
    await revoke(portal, revoked.certificateId);
    await expectDomainError(requestReprint(receiver, revoked.certificateId), 'reprints.revoked');
  });

  test('of one certificate at once leaves one request', async () => {
    const { certificateId } = await desk.printed();
    const callers = [receiver, caseWorker, printer, admin];
    const entries = await Promise.all(callers.map((caller) => reprintEntry(caller, certificateId)));
    const outcomes = await Promise.allSettled(
      callers.map((caller, index) => caller.api.reprints.requestReprint(entries[index]!)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectDomainError(requestReprint(printer, certificateId), 'reprints.asked_already');
    expect(await admin.api.reprints.countReprintRequests({ certificateId })).toEqual({ count: 1 });
  });

  test('stops at the college of the person, and so does the photo', async () => {
    const request = await desk.openRequest();
    const errorPhoto = (await admin.api.reprints.getReprintRequest({ id: request.id })).errorPhoto!;
    for (const role of ['receiver', 'case_worker', 'printer', 'auditor'] as const) {
      const outsider = await portal.as(role, { collegeId: office.otherCollegeId });
      if (role !== 'auditor')
        await expectDomainError(requestReprint(outsider, request.certificateId), 'certificates.not_found');
      expect(await statusOf(outsider, `/api/files/${errorPhoto.id}`)).toBe(404);
      const insider = await portal.as(role, { collegeId: office.collegeId });
      expect(await statusOf(insider, `/api/files/${errorPhoto.id}`)).toBe(200);
      expect(await statusOf(insider, `/api/files/${errorPhoto.id}/thumbnail`)).toBe(200);
    }
  });
});
