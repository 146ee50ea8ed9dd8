import { describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { draftEntry, withReceipt } from '#dev/testing/factories.ts';
import { choiceOf } from '#dev/testing/print-room.ts';
import { correct, reopen, verify } from '#dev/testing/reopening.ts';
import { requestReprint } from '#dev/testing/reprinting.ts';
import { proposeRevocation, revoke } from '#dev/testing/revoking.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { dayInIndia } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';

const desk = await openCertificateDesk({ ahead: 7 });

/** Of a certificate, the newest first. */
async function eventsOf(recordId: string) {
  const { rows } = await desk.auditor.api.audit.listAuditEvents({ recordType: 'certificate', recordId });
  return rows.map(({ event, actorName, after }) => ({ event, actorName, after }));
}

describe('revoking', () => {
  test('is proposed by one admin and confirmed by another; /verify says since when and why', async () => {
    const { admin, registrar, auditor, certificateOf, verdictOf } = desk;
    const printed = await desk.printed({ candidateName: 'Asha Rao' });
    const { certificateId, convocationNumber } = printed;
    const why = { reason: 'Obtained by fraud.', authority: 'Syndicate resolution 12 of 4 March' };
    const { id } = await proposeRevocation(admin, certificateId, why);
    expect(await certificateOf(certificateId)).toMatchObject({
      state: 'printed',
      isRevocationProposed: true,
    });
    expect(await verdictOf(printed.sheet)).toMatchObject({ verdict: 'genuine' });
    expect(await auditor.api.revocations.getRevocation({ id })).toMatchObject({
      ...{ certificateId, convocationNumber, studentName: 'Asha Rao', ...why },
      ...{ proposedBy: admin.actor.name, outcome: null, decidedBy: null },
    });
    await registrar.api.revocations.confirmRevocation({ id });
    const kept = { revocationReason: why.reason, revocationAuthority: why.authority };
    expect(await certificateOf(certificateId)).toMatchObject({
      ...{ state: 'revoked', isRevocationProposed: false, convocationNumber, ...kept },
    });
    expect(await verdictOf(printed.sheet)).toEqual({
      ...{ verdict: 'revoked', revokedOn: dayInIndia(new Date()), reason: why.reason },
      ...{ convocationNumber, university: expect.any(String) },
    });
    expect((await eventsOf(certificateId)).slice(0, 2)).toMatchObject([
      {
        event: 'certificates.revoked',
        actorName: registrar.actor.name,
        after: { state: 'revoked', ...why },
      },
      { event: 'certificates.revocation_proposed', actorName: admin.actor.name, after: why },
    ]);
  });

  test('holds from the day that the register has, whenever /verify is asked', async () => {
    const printed = await desk.printed();
    await revoke(desk.portal, printed.certificateId);
    // After midnight in India, and before it in Greenwich.
    await runWithoutTriggers(
      desk.portal,
      `update certificates set revoked_at = '2026-03-04T20:00:00Z' where id = '${printed.certificateId}'`,
    );
    expect(await desk.verdictOf(printed.sheet)).toMatchObject({
      verdict: 'revoked',
      revokedOn: '2026-03-05',
    });
  });

  test('is possible before anything was printed, and after the copy left', async () => {
    const { certificateId, applicationId, ...kind } = await desk.waiting();
    await revoke(desk.portal, certificateId);
    await expectDomainError(
      desk.room.printer.api.printRuns.preparePrintRun(choiceOf(kind)),
      'print_runs.too_few_waiting',
    );
    const left = await desk.printed();
    await desk.handOver(left.certificateId);
    await revoke(desk.portal, left.certificateId);
    expect(await desk.verdictOf(left.sheet)).toMatchObject({ verdict: 'revoked' });
    // How it left stays known.
    expect(await desk.certificateOf(left.certificateId)).toMatchObject({
      state: 'revoked',
      handOver: { way: 'in_person' },
    });
  });

  test('leaves the lists of what is printed or waits, and stays in that of revocations', async () => {
    const { admin, auditor } = desk;
    const { certificateId, applicationId, convocationNumber: search } = await desk.printed();
    await revoke(desk.portal, certificateId);
    for (const stage of ['printed', 'to_hand_over', 'pending'] as const)
      expect((await admin.api.certificates.listCertificates({ search, stage })).rows).toEqual([]);
    const completed = await admin.api.applications.listApplications({ stage: 'completed' });
    expect(idsOf(completed.rows)).not.toContain(applicationId);
    expect(await admin.api.applications.getApplication({ id: applicationId })).toMatchObject({
      status: 'verified',
      certificateState: 'revoked',
      revocationReason: 'Obtained by fraud.',
    });
    const { listRevocations, countRevocations } = auditor.api.revocations;
    for (const filters of [
      { search },
      { search, state: 'confirmed' as const },
      { search: 'syndicate resol' },
    ])
      expect((await listRevocations(filters)).rows.map((row) => row.certificateId)).toContain(certificateId);
    expect((await listRevocations({ search, state: 'proposed' })).rows).toEqual([]);
    expect(await countRevocations({ search })).toEqual({ count: 1 });
  });

  test('is final: no hand-over, no reprint, no reopening, no cancelled copy, no second revocation', async () => {
    const { admin, room } = desk;
    const { certificateId, applicationId, sheet } = await desk.printed();
    await revoke(desk.portal, certificateId);
    await expectDomainError(desk.handOver(certificateId), 'certificates.revoked');
    await expectDomainError(requestReprint(room.receiver, certificateId), 'reprints.revoked');
    await expectDomainError(reopen(admin, applicationId), 'certificates.revoked');
    await expectDomainError(
      admin.api.copies.cancelCopy({ id: certificateId, copyId: sheet.id, reason: 'The name is wrong.' }),
      'certificates.revoked',
    );
    await expectDomainError(proposeRevocation(admin, certificateId), 'certificates.revoked');
  });

  test('and reopening leave a rejected request rejected', async () => {
    const { admin, registrar, room } = desk;
    for (const refused of ['certificates.withheld', 'reprints.revoked'] as const) {
      const { certificateId, applicationId } = await desk.printed();
      const id = await requestReprint(room.receiver, certificateId);
      await admin.api.reprints.rejectReprint({ id, version: 1, remark: 'It looks fine.' });
      if (refused === 'reprints.revoked') await revoke(desk.portal, certificateId);
      else await reopen(registrar, applicationId);
      await expectDomainError(admin.api.reprints.reopenReprint({ id, version: 2 }), refused);
    }
  });

  test('ends an open request for a reprint, undecided or approved', async () => {
    const { admin, registrar, auditor } = desk;
    for (const isApproved of [false, true]) {
      const { certificateId } = await desk.printed();
      const id = await requestReprint(admin, certificateId);
      if (isApproved) await registrar.api.reprints.approveReprint({ id, version: 1 });
      await revoke(desk.portal, certificateId, 'The marks card was forged.');
      const request = await auditor.api.reprints.getReprintRequest({ id });
      expect(request).toMatchObject({
        status: 'rejected',
        endedWith: 'revoked',
        remark: 'The marks card was forged.',
      });
      await expectDomainError(
        registrar.api.reprints.approveReprint({ id, version: request.version }),
        'reprints.ended',
      );
    }
  });

  test('of a reopened application leaves the application to be settled, and prints nothing of it', async () => {
    const { admin, room } = desk;
    const { certificateId, applicationId, convocationNumber } = await desk.printed();
    await reopen(admin, applicationId);
    await revoke(desk.portal, certificateId);
    await correct(room.receiver, applicationId, { candidateName: 'Asha Rao' });
    await verify(room.caseWorker, applicationId);
    expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'revoked', convocationNumber });
    expect((await desk.auditor.api.reprints.listReprintRequests({ certificateId })).rows).toEqual([]);
  });

  test('stays when a draft comes back afterwards and is paid anew', async () => {
    const { admin, room } = desk;
    const draft = draftEntry();
    const { certificateId, applicationId } = await desk.printed({ drafts: [draft] });
    await revoke(desk.portal, certificateId);
    const [row] = (await admin.api.demandDrafts.listDrafts({ search: draft.number })).rows;
    await admin.api.fees.returnDraft({ id: row!.id, version: row!.version, reason: 'signature' });
    await correct(room.receiver, applicationId, { drafts: [await withReceipt(room.receiver, draftEntry())] });
    await verify(room.caseWorker, applicationId);
    expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'revoked' });
  });
});

describe('a proposal', () => {
  test('is taken back by who made it, and by nobody else; another one can follow', async () => {
    const { admin, registrar } = desk;
    const printed = await desk.printed();
    const { certificateId } = printed;
    const { id } = await proposeRevocation(admin, certificateId);
    const { withdrawRevocation, confirmRevocation } = registrar.api.revocations;
    await expectDomainError(withdrawRevocation({ id }), 'revocations.not_own_proposal');
    await admin.api.revocations.withdrawRevocation({ id });
    expect(await desk.proposalOf(certificateId)).toMatchObject({
      outcome: 'withdrawn',
      decidedBy: admin.actor.name,
    });
    expect(await desk.certificateOf(certificateId)).toMatchObject({
      state: 'printed',
      isRevocationProposed: false,
      revokedAt: null,
    });
    expect(await desk.verdictOf(printed.sheet)).toMatchObject({ verdict: 'genuine' });
    expect((await eventsOf(certificateId)).slice(0, 2)).toMatchObject([
      { event: 'certificates.revocation_withdrawn', actorName: admin.actor.name },
      { event: 'certificates.revocation_proposed', actorName: admin.actor.name },
    ]);
    await expectDomainError(confirmRevocation({ id }), 'revocations.decided');
    await expectDomainError(admin.api.revocations.withdrawRevocation({ id }), 'revocations.decided');

    const again = await proposeRevocation(registrar, certificateId);
    await admin.api.revocations.confirmRevocation({ id: again.id });
    expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'revoked' });
  });

  test('is declined by another admin, who says why', async () => {
    const { admin, registrar } = desk;
    const { certificateId } = await desk.printed();
    const { id } = await proposeRevocation(admin, certificateId);
    const remark = 'The order is of another candidate.';
    await expectDomainError(
      admin.api.revocations.declineRevocation({ id, remark }),
      'revocations.own_proposal',
    );
    const { declineRevocation } = registrar.api.revocations;
    await expectDomainError(declineRevocation({ id, remark: ' ' }), 'request.invalid');
    await declineRevocation({ id, remark });
    expect(await desk.proposalOf(certificateId)).toMatchObject({ outcome: 'declined', remark });
    expect(await desk.certificateOf(certificateId)).toMatchObject({
      state: 'printed',
      isRevocationProposed: false,
    });
  });

  test('is not confirmed by who made it', async () => {
    const { certificateId } = await desk.printed();
    const { id } = await proposeRevocation(desk.admin, certificateId);
    await expectDomainError(desk.admin.api.revocations.confirmRevocation({ id }), 'revocations.own_proposal');
    expect(await desk.certificateOf(certificateId)).toMatchObject({ state: 'printed' });
  });

  test('has reason and authority, is about the version that was seen, and waits alone', async () => {
    const { admin, registrar } = desk;
    const { certificateId } = await desk.printed();
    for (const change of [
      { reason: '  ' },
      { authority: '' },
      { reason: undefined },
      { reason: 'The holder of 1234 5678 9012 asked for it.' },
    ])
      await expectDomainError(proposeRevocation(admin, certificateId, change), 'request.invalid');
    await expectDomainError(proposeRevocation(admin, certificateId, { version: 99 }), 'records.stale');
    await proposeRevocation(admin, certificateId);
    await expectDomainError(proposeRevocation(registrar, certificateId), 'revocations.proposed_already');
  });

  test('is confirmed once the run that has the certificate gave its sheet an outcome', async () => {
    const { admin, registrar, room } = desk;
    const bound = await desk.waiting();
    const run = await desk.startRun(bound);
    const { id } = await proposeRevocation(admin, bound.certificateId);
    await expectDomainError(registrar.api.revocations.confirmRevocation({ id }), 'certificates.in_print_run');
    await room.printer.api.printRuns.recordSheets({
      id: run.id,
      outcomes: [{ sheetId: run.sheet.id, outcome: 'good' }],
    });
    await registrar.api.revocations.confirmRevocation({ id });
    expect(await desk.verdictOf(run.sheet)).toMatchObject({ verdict: 'revoked' });
    // The run goes on; the outcome of a revoked certificate stays.
    await expectDomainError(
      room.printer.api.printRuns.takeBackOutcome({ id: run.id, sheetId: run.sheet.id }),
      'certificates.revoked',
    );
  });

  test('is made and decided by admins; auditors of its college read it, those of another do not', async () => {
    const { room, auditor, portal, office } = desk;
    const { certificateId } = await desk.printed();
    const { id } = await proposeRevocation(desk.admin, certificateId);
    for (const person of [room.receiver, room.caseWorker, room.printer, auditor]) {
      await expectDomainError(person.api.revocations.confirmRevocation({ id }), 'auth.not_permitted');
      await expectDomainError(proposeRevocation(person, certificateId), 'auth.not_permitted');
    }
    await expectDomainError(room.receiver.api.revocations.listRevocations({}), 'auth.not_permitted');
    const [insider, outsider] = await Promise.all(
      [office.collegeId, office.otherCollegeId].map((collegeId) => portal.as('auditor', { collegeId })),
    );
    expect(await insider!.api.revocations.getRevocation({ id })).toMatchObject({ id });
    await expectDomainError(outsider!.api.revocations.getRevocation({ id }), 'revocations.not_found');
    expect((await outsider!.api.revocations.listRevocations({})).rows).toEqual([]);
  });
});
