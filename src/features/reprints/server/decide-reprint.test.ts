import { describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { draftEntry } from '#dev/testing/factories.ts';
import { requestReprint } from '#dev/testing/reprinting.ts';

const desk = await openCertificateDesk({ isShared: true });
const { portal, receiver, caseWorker, printer, admin, registrar, auditor } = desk;

describe('deciding', () => {
  test('is for another person than who asked, admin or not, in the database too', async () => {
    const { certificateId } = await desk.printed();
    const id = await requestReprint(admin, certificateId);
    const attempt = portal.services.db
      .updateTable('reprint_requests')
      .set({
        status: 'approved',
        decided_by: admin.actor.id,
        decided_at: new Date(),
        state_before: 'printed',
      })
      .where('id', '=', id)
      .execute();
    await expect(attempt).rejects.toMatchObject({ constraint: 'reprint_requests__decided_by_another' });
    await expectDomainError(admin.api.reprints.approveReprint({ id, version: 1 }), 'reprints.own_request');
    await expectDomainError(
      admin.api.reprints.rejectReprint({ id, version: 1, remark: 'It looks fine.' }),
      'reprints.own_request',
    );
    const { version } = await registrar.api.reprints.approveReprint({ id, version: 1 });
    await expectDomainError(admin.api.reprints.reopenReprint({ id, version }), 'reprints.own_request');
    for (const caller of [receiver, caseWorker, printer, auditor])
      await expectDomainError(caller.api.reprints.approveReprint({ id, version }), 'auth.not_permitted');
  });

  test('an approval puts the certificate into the print queue, and taken back it is again what it was', async () => {
    const { id, certificateId, convocationNumber } = await desk.openRequest();
    const { version } = await admin.api.reprints.approveReprint({ id, version: 1 });
    const waiting = await printer.api.certificates.listCertificates({
      stage: 'waiting',
      search: convocationNumber,
    });
    expect(waiting.rows.map((row) => row.id)).toEqual([certificateId]);
    await admin.api.reprints.reopenReprint({ id, version });
    expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'printed' });
    expect(await admin.api.reprints.getReprintRequest({ id })).toMatchObject({
      status: null,
      decidedBy: null,
      version: 3,
    });
  });

  test('of a certificate that was handed over gives it back as handed over', async () => {
    const { certificateId, convocationNumber } = await desk.printed();
    const [printed] = (await receiver.api.certificates.listCertificates({ search: convocationNumber })).rows;
    await receiver.api.certificates.handOverCertificate({
      id: certificateId,
      version: printed!.version,
      collectedBy: 'Priya Nair',
      identitySeen: 'passport',
    });
    const id = await requestReprint(receiver, certificateId);
    const { version } = await admin.api.reprints.approveReprint({ id, version: 1 });
    expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'to_print' });
    // From approved straight to rejected, as the select allows.
    await admin.api.reprints.rejectReprint({ id, version, remark: 'The photo shows another sheet.' });
    expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'handed_over' });
    expect(await receiver.api.reprints.getReprintRequest({ id })).toMatchObject({
      status: 'rejected',
      remark: 'The photo shows another sheet.',
      decidedBy: admin.actor.name,
    });
  });

  test('is refused as long as a run has the certificate, and free again once its sheet was spoilt', async () => {
    const request = await desk.openRequest();
    const { id, certificateId } = request;
    const { version } = await admin.api.reprints.approveReprint({ id, version: 1 });
    const run = await desk.startRun(request);
    await expectDomainError(admin.api.reprints.reopenReprint({ id, version }), 'reprints.in_run');
    await expectDomainError(
      admin.api.reprints.rejectReprint({ id, version, remark: 'Too late.' }),
      'reprints.in_run',
    );
    await printer.api.printRuns.recordSheets({
      id: run.id,
      outcomes: [{ sheetId: run.sheet.id, outcome: 'spoilt', reason: 'Smudge' }],
    });
    await admin.api.reprints.reopenReprint({ id, version });
    expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'printed' });
  });

  test('many at once approve once', async () => {
    const { id, certificateId } = await desk.openRequest();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        [admin, registrar][index % 2]!.api.reprints.approveReprint({ id, version: 1 }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'to_print' });
    const { rows } = await auditor.api.audit.listAuditEvents({ recordId: id });
    expect(rows.filter((row) => row.event === 'reprints.approved')).toHaveLength(1);
  });

  test('on what was changed meanwhile is refused, and so is the same decision again; a rejected request comes back only while no other one is open', async () => {
    const { id, certificateId } = await desk.openRequest();
    await admin.api.reprints.rejectReprint({ id, version: 1, remark: 'It looks fine.' });
    await expectDomainError(registrar.api.reprints.approveReprint({ id, version: 1 }), 'records.stale');
    await expectDomainError(
      registrar.api.reprints.rejectReprint({ id, version: 2, remark: 'It looks fine.' }),
      'reprints.decided_so',
    );
    const second = await requestReprint(printer, certificateId);
    await expectDomainError(admin.api.reprints.reopenReprint({ id, version: 2 }), 'reprints.asked_already');
    await expectDomainError(admin.api.reprints.approveReprint({ id, version: 2 }), 'reprints.asked_already');
    await admin.api.reprints.approveReprint({ id: second, version: 1 });
    await expectDomainError(
      admin.api.reprints.approveReprint({ id, version: 2 }),
      'reprints.being_reprinted',
    );
  });

  test('is refused while the certificate is withheld', async () => {
    const draft = draftEntry();
    const request = await desk.openRequest({ drafts: [draft] });
    const [received] = (await admin.api.demandDrafts.listDrafts({ search: draft.number })).rows;
    await admin.api.fees.returnDraft({ id: received!.id, version: received!.version, reason: 'signature' });
    await expectDomainError(
      admin.api.reprints.approveReprint({ id: request.id, version: 1 }),
      'certificates.withheld',
    );
  });

  test('is the only way of a valid copy into the queue or a run, by the database itself', async () => {
    const { certificateId } = await desk.printed();
    for (const state of ['to_print', 'in_run']) {
      const attempt = portal.services.db
        .updateTable('certificates')
        .set({ state })
        .where('id', '=', certificateId)
        .execute();
      await expect(attempt).rejects.toMatchObject({ constraint: 'certificates__reprint_is_approved' });
    }
  });
});
