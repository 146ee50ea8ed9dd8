import { describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { draftEntry, receiveApplication, withReceipt } from '#dev/testing/factories.ts';
import { newestMail } from '#dev/testing/portal.ts';
import { choiceOf } from '#dev/testing/print-room.ts';
import { correct, reopen, verify } from '#dev/testing/reopening.ts';
import { printOne, requestReprint, type Waiting } from '#dev/testing/reprinting.ts';

const desk = await openCertificateDesk({ ahead: 6 });

describe('reopening', () => {
  test('returns the application with its reason, and withholds the certificate, which keeps its number', async () => {
    const { applicationId, certificateId, convocationNumber, ...kind } = await desk.waiting();
    await reopen(desk.colleague, applicationId, {
      reason: 'other',
      remark: 'The mother’s name was printed.',
    });
    expect(await desk.applicationOf(applicationId)).toMatchObject({
      status: 'returned',
      verifiedBy: null,
      returnedBy: desk.colleague.actor.name,
      returnReasons: ['other'],
      returnRemark: 'The mother’s name was printed.',
      convocationNumber,
      reopening: {
        reason: 'other',
        remark: 'The mother’s name was printed.',
        reopenedBy: desk.colleague.actor.name,
        verifiedBy: desk.caseWorker.actor.name,
        verifiedAgainAt: null,
      },
    });
    const withheld = await desk.certificateOf(certificateId);
    expect(withheld).toMatchObject({ state: 'to_print', convocationNumber, isReopened: true });
    expect(withheld.withheldAt).not.toBeNull();
    await expectDomainError(
      desk.printer.api.printRuns.preparePrintRun(choiceOf(kind)),
      'print_runs.too_few_waiting',
    );
    expect((await desk.eventsOf('application', applicationId))[0]).toMatchObject({
      event: 'applications.reopened',
      actorName: desk.colleague.actor.name,
      before: { status: 'verified' },
      after: { status: 'returned', reason: 'other', convocationNumber },
    });
    expect((await desk.eventsOf('certificate', certificateId))[0]).toMatchObject({
      event: 'certificates.withheld',
    });
  });

  test('tells the college', async () => {
    const to = 'college@dikshant.example';
    const setEmail = (email: string | null) =>
      desk.portal.services.db
        .updateTable('colleges')
        .set({ email })
        .where('id', '=', desk.office.collegeId)
        .execute();
    await setEmail(to);
    const { applicationId } = await desk.waiting({ candidateName: 'Bina Rao' });
    expect(await reopen(desk.colleague, applicationId)).toMatchObject({ mailedTo: to });
    await setEmail(null);
    const mail = await newestMail(desk.portal.services, to);
    expect(mail.subject).toMatch(/^Application \d+ was reopened: Bina Rao$/);
    expect(mail.body).toContain('- Wrong name');
  });

  test('of what was never printed prints the original, with what was corrected', async () => {
    const reopened = await desk.waiting({ candidateName: 'Asha Roa' });
    const { applicationId, certificateId, convocationNumber } = reopened;
    expect(await desk.correctedAgain(applicationId)).toMatchObject({ convocationNumber });
    expect(await desk.certificateOf(certificateId)).toMatchObject({
      state: 'to_print',
      withheldAt: null,
      isReopened: false,
      copyNumber: null,
    });
    expect(await desk.requestsOf(certificateId)).toEqual([]);
    const sheet = await desk.print(reopened);
    expect(sheet).toMatchObject({ copyNumber: 0, studentName: 'Asha Rao', convocationNumber });
    expect((await desk.applicationOf(applicationId)).reopening?.verifiedAgainAt).not.toBeNull();
  });

  test('of a printed certificate ends with a new copy, whose sheet supersedes the old one', async () => {
    const old = await desk.printed({ candidateName: 'Asha Roa' });
    const { applicationId, certificateId, convocationNumber } = old;
    await desk.correctedAgain(applicationId);
    const [request] = await desk.requestsOf(certificateId);
    expect(request).toMatchObject({
      kind: 'data_corrected',
      reason: 'Data corrected',
      errorPhoto: null,
      status: 'approved',
      requestedBy: desk.receiver.actor.name,
      decidedBy: desk.caseWorker.actor.name,
      studentName: 'Asha Rao',
      blankSerial: old.sheet.blankSerial,
      reprintedAt: null,
    });
    expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'to_print', withheldAt: null });
    // Until the new one is there.
    expect(await desk.verdictOf(old.sheet)).toMatchObject({ verdict: 'genuine', candidateName: 'Asha Roa' });

    const sheet = await desk.print(old);
    expect(sheet).toMatchObject({ copyNumber: 1, studentName: 'Asha Rao', convocationNumber });
    expect(await desk.verdictOf(old.sheet)).toMatchObject({ verdict: 'superseded' });
    expect(await desk.verdictOf(sheet)).toMatchObject({
      verdict: 'genuine',
      candidateName: 'Asha Rao',
      copyNumber: 1,
    });
    const { copies } = await desk.auditor.api.copies.listCopies({ id: certificateId });
    expect(copies.map(({ facts }) => facts.candidateName)).toEqual(['Asha Roa', 'Asha Rao']);
    expect((await desk.requestsOf(certificateId))[0]!.reprintedAt).not.toBeNull();
    const events = (await desk.eventsOf('reprint_request', request!.id)).map(({ event }) => event);
    expect(events).toEqual(['reprints.approved']);
  });

  test('of what was handed over asks for the old sheet before the new one leaves', async () => {
    const old = await desk.printed();
    await desk.handOver(old.certificateId);
    await desk.correctedAgain(old.applicationId);
    await desk.print(old);
    await expectDomainError(desk.handOver(old.certificateId), 'certificates.copy_out');
    await desk.handOver(old.certificateId, { became: 'surrendered', serial: old.sheet.blankSerial });
    expect(await desk.certificateOf(old.certificateId)).toMatchObject({
      state: 'handed_over',
      copyNumber: 1,
    });
  });

  test('again, while its corrected copy waits, prints that copy once', async () => {
    const old = await desk.printed();
    await desk.correctedAgain(old.applicationId, 'Asha R. Rao');
    await desk.correctedAgain(old.applicationId, 'Asha Rao');
    const requests = await desk.requestsOf(old.certificateId);
    expect(requests.map(({ kind, status, endedWith }) => [kind, status, endedWith])).toEqual([
      ['data_corrected', 'approved', null],
      ['data_corrected', 'rejected', 'reopened'],
    ]);
    expect((await desk.certificateOf(old.certificateId)).convocationNumber).toBe(old.convocationNumber);
    expect(await desk.print(old)).toMatchObject({
      copyNumber: 1,
      studentName: 'Asha Rao',
    });
    expect(await desk.certificateOf(old.certificateId)).toMatchObject({ state: 'printed' });
  });

  test('lets number, photo, course and college be corrected, and the number stays of its year', async () => {
    const { applicationId, certificateId, convocationNumber } = await desk.waiting();
    await reopen(desk.colleague, applicationId, { reason: 'registration' });
    await correct(desk.receiver, applicationId, {
      registrationNumber: `REOPENED-${convocationNumber}`,
      academicYear: '2018-19',
      collegeId: desk.office.otherCollegeId,
    });
    expect(await verify(desk.caseWorker, applicationId)).toMatchObject({ convocationNumber });
    expect(await desk.certificateOf(certificateId)).toMatchObject({
      convocationNumber,
      collegeCode: 'COL002',
      registrationNumber: `REOPENED-${convocationNumber}`,
    });
  });
});

describe('nobody reopens', () => {
  test('what they verified, received or corrected', async () => {
    const { applicationId } = await desk.waiting();
    await expectDomainError(reopen(desk.caseWorker, applicationId), 'applications.own_verification');
    const received = await receiveApplication(desk.admin, desk.office);
    await verify(desk.caseWorker, received);
    await expectDomainError(reopen(desk.admin, received), 'applications.own_work');
    await reopen(desk.colleague, received);
    const second = await desk.portal.as('admin');
    await correct(second, received);
    await verify(desk.caseWorker, received);
    await expectDomainError(reopen(second, received), 'applications.own_work');
    await reopen(desk.colleague, received);
  });

  test('what was not verified, twice, in a print run, or on an older version', async () => {
    const pending = await receiveApplication(desk.receiver, desk.office);
    await expectDomainError(reopen(desk.colleague, pending), 'applications.not_verified');
    const bound = await desk.waiting();
    await expectDomainError(reopen(desk.colleague, bound.applicationId, { version: 99 }), 'records.stale');
    const { id, sheet } = await desk.startRun(bound);
    await expectDomainError(reopen(desk.colleague, bound.applicationId), 'applications.in_print_run');
    await desk.printer.api.printRuns.recordSheets({
      id,
      outcomes: [{ sheetId: sheet.id, outcome: 'spoilt', reason: 'Jam' }],
    });
    await reopen(desk.colleague, bound.applicationId);
    await expectDomainError(reopen(desk.colleague, bound.applicationId), 'applications.reopened_already');
    await expectDomainError(reopen(desk.admin, bound.applicationId), 'applications.reopened_already');
  });

  test('without a reason, or for another one without saying which', async () => {
    const { applicationId } = await desk.waiting();
    await expectDomainError(reopen(desk.colleague, applicationId, { reason: 'other' }), 'request.invalid');
    await expectDomainError(reopen(desk.colleague, applicationId, { reason: 'mood' }), 'request.invalid');
    await expectDomainError(reopen(desk.colleague, applicationId, { reason: undefined }), 'request.invalid');
  });
});

describe('a request for a reprint', () => {
  test('that nobody decided ends, and cannot be decided any more', async () => {
    const { applicationId, certificateId } = await desk.printed();
    const id = await requestReprint(desk.colleague, certificateId, 'The name is wrong.');
    // Whoever asked may reopen: that is no decision about the request.
    await reopen(desk.colleague, applicationId);
    expect((await desk.requestsOf(certificateId))[0]).toMatchObject({
      status: 'rejected',
      endedWith: 'reopened',
      decidedBy: desk.colleague.actor.name,
      remark: 'name',
    });
    expect((await desk.eventsOf('reprint_request', id))[0]).toMatchObject({ event: 'reprints.ended' });
    await expectDomainError(desk.admin.api.reprints.approveReprint({ id, version: 2 }), 'reprints.ended');
    await expectDomainError(desk.admin.api.reprints.reopenReprint({ id, version: 2 }), 'reprints.ended');
    const open = await desk.admin.api.reprints.listReprintRequests({ list: 'open', certificateId });
    expect(open.rows).toEqual([]);
    await expectDomainError(requestReprint(desk.receiver, certificateId), 'certificates.withheld');
  });

  test.each(['printed', 'handed_over'] as const)(
    'that was approved ends, and the certificate is %s again while it is withheld',
    async (state) => {
      const { applicationId, certificateId } = await desk.printed();
      if (state === 'handed_over') await desk.handOver(certificateId);
      const id = await requestReprint(desk.receiver, certificateId);
      await desk.admin.api.reprints.approveReprint({ id, version: 1 });
      await reopen(desk.colleague, applicationId);
      expect(await desk.certificateOf(certificateId)).toMatchObject({ state, isReopened: true });
      await correct(desk.receiver, applicationId);
      await verify(desk.caseWorker, applicationId);
      const [request] = await desk.requestsOf(certificateId);
      expect(request).toMatchObject({ kind: 'data_corrected', status: 'approved' });
      expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'to_print' });
    },
  );

  test('of corrected data is decided by nobody else', async () => {
    const { applicationId, certificateId } = await desk.printed();
    await desk.correctedAgain(applicationId);
    const [request] = await desk.requestsOf(certificateId);
    const { id, version } = request!;
    const { rejectReprint, reopenReprint, approveReprint } = desk.admin.api.reprints;
    await expectDomainError(rejectReprint({ id, version, remark: 'Not now.' }), 'reprints.data_corrected');
    await expectDomainError(reopenReprint({ id, version }), 'reprints.data_corrected');
    await expectDomainError(approveReprint({ id, version }), 'reprints.data_corrected');
    await expectDomainError(requestReprint(desk.receiver, certificateId), 'reprints.asked_already');
    const lists = async (list: 'open' | 'approved') =>
      (await desk.admin.api.reprints.listReprintRequests({ list, certificateId })).rows.length;
    expect([await lists('open'), await lists('approved')]).toEqual([0, 1]);
  });

  test('is asked for as ever where a copy is cancelled before the data are verified again', async () => {
    // Of a paper of its own: others wait on the shared one.
    const { applicationId, certificateId, sheet, ...rest } = await desk.printed({});
    const run = (await desk.auditor.api.copies.listCopies({ id: certificateId })).copies[0]!;
    const { rows } = await desk.auditor.api.printRuns.listPrintRuns({ search: run.runNumber });
    await desk.printer.api.printRuns.closePrintRun({
      id: rows[0]!.id,
      version: rows[0]!.version,
      goodSheets: 1,
      spoiltSheets: 0,
    });
    await reopen(desk.colleague, applicationId);
    await desk.admin.api.copies.cancelCopy({
      id: certificateId,
      copyId: sheet.id,
      reason: 'The name is wrong.',
    });
    await correct(desk.receiver, applicationId, { candidateName: 'Asha Rao' });
    await verify(desk.caseWorker, applicationId);
    expect(await desk.requestsOf(certificateId)).toEqual([]);
    const again = await printOne(desk.portal, desk.printer, {
      applicationId,
      certificateId,
      ...rest,
    } as Waiting);
    expect(again).toMatchObject({ copyNumber: 0, studentName: 'Asha Rao' });
  });
});

describe('a draft that comes back', () => {
  test('while an application is reopened is paid anew before it is verified', async () => {
    const draft = draftEntry();
    const { applicationId, convocationNumber } = await desk.printed({ drafts: [draft] });
    await reopen(desk.colleague, applicationId);
    await desk.returnDraft(draft.number);
    expect(await desk.applicationOf(applicationId)).toMatchObject({ status: 'returned', pendingAmount: 700 });
    await correct(desk.receiver, applicationId, { candidateName: 'Asha Rao' });
    await expectDomainError(verify(desk.caseWorker, applicationId), 'applications.no_draft');
    const { version } = await desk.applicationOf(applicationId);
    await desk.caseWorker.api.applications.rejectApplication({ id: applicationId, version, remark: '' });
    await correct(desk.receiver, applicationId, { drafts: [await withReceipt(desk.receiver, draftEntry())] });
    expect(await verify(desk.caseWorker, applicationId)).toMatchObject({ convocationNumber });
  });

  test('leaves what was verified as it is, until that is reopened', async () => {
    const draft = draftEntry();
    const { applicationId, certificateId } = await desk.printed({
      drafts: [draft],
      candidateName: 'Asha Roa',
    });
    await desk.returnDraft(draft.number);
    const drafts = [await withReceipt(desk.receiver, draftEntry())];
    for (const change of [
      { candidateName: 'Asha Rao' },
      { academicYear: '2019-20' },
      {
        concession: { amount: 100, reason: 'merit' as const, authority: 'Order 7 of 3 May' },
        totalAmount: 600,
      },
    ])
      await expectDomainError(
        correct(desk.receiver, applicationId, { drafts, ...change }),
        'applications.frozen',
      );
    await correct(desk.receiver, applicationId, { drafts });
    // The case worker sees that the name is wrong: returned, nobody could correct it.
    const { version } = await desk.applicationOf(applicationId);
    await expectDomainError(
      desk.caseWorker.api.applications.returnApplication({ id: applicationId, version, reasons: ['name'] }),
      'applications.reopen_instead',
    );
    await reopen(desk.colleague, applicationId);
    await correct(desk.receiver, applicationId, { candidateName: 'Asha Rao' });
    await verify(desk.caseWorker, applicationId);
    expect((await desk.requestsOf(certificateId))[0]).toMatchObject({ kind: 'data_corrected' });
  });

  test('takes a verification back as before, without a new copy when it is paid again', async () => {
    const draft = draftEntry();
    const { applicationId, certificateId } = await desk.printed({ drafts: [draft] });
    await desk.returnDraft(draft.number);
    await correct(desk.receiver, applicationId, { drafts: [await withReceipt(desk.receiver, draftEntry())] });
    await verify(desk.caseWorker, applicationId);
    expect(await desk.requestsOf(certificateId)).toEqual([]);
    expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'printed', withheldAt: null });
  });
});
