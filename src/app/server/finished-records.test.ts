import { expect, test } from 'vitest';
import { draftEntry } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { closeRun, createPrintRoom, startedRun } from '#dev/testing/print-room.ts';
import { requestReprint, waitingCertificate } from '#dev/testing/reprinting.ts';
import { proposeRevocation, revoke } from '#dev/testing/revoking.ts';
import { dayInIndia } from '#shared/format.ts';

const { portal, office } = await sharedOffice();
const room = await createPrintRoom(portal);
const admin = await portal.as('admin');

/** An application of which everything is over: deposited, printed, closed, revoked, and its reprint rejected. */
async function finished() {
  const waiting = await waitingCertificate(portal, room, office);
  const { id: run, sheets } = await startedRun(portal, room.printer, waiting);
  const outcomes = [{ sheetId: sheets[0]!.id, outcome: 'good' as const }];
  await room.printer.api.printRuns.recordSheets({ id: run, outcomes });
  await closeRun(room.printer, run);
  const reprint = await requestReprint(room.receiver, waiting.certificateId);
  await revoke(portal, waiting.certificateId);
  const [draft] = (await room.receiver.api.demandDrafts.listDrafts({ limit: 1 })).rows;
  const slip = await room.receiver.api.depositSlips.prepareDepositSlip({
    draftIds: [draft!.id],
    account: 'Fee account 1234',
    bankBranch: 'State Bank of India, Mysuru',
  });
  const deposited = { id: slip.id, version: 1, depositedOn: dayInIndia(new Date(draft!.receivedAt)) };
  await room.receiver.api.depositSlips.depositSlip(deposited);
  return { ...waiting, run, reprint, slip: slip.id, draft: draft!.id };
}

test('what is over is refused for what it is, also to who read another version of it', async () => {
  const { applicationId, certificateId, run, reprint, slip, draft } = await finished();
  const version = 999_999;
  const of = (id: string) => ({ id, version });
  const { applications, certificates, depositSlips, demandDrafts, reprints, printRuns, fees } = admin.api;
  const acts = {
    verify: () => applications.verifyApplication(of(applicationId)),
    reject: () => applications.rejectApplication({ ...of(applicationId), remark: 'The fee is short.' }),
    return: () => applications.returnApplication({ ...of(applicationId), reasons: ['photo'] }),
    consent: () => applications.withdrawContactConsent(of(applicationId)),
    handOver: () =>
      certificates.handOverCertificate({
        ...of(certificateId),
        collectedBy: 'Asha Rao',
        identitySeen: 'passport',
      }),
    revoke: () => proposeRevocation(admin, certificateId, { version }),
    approve: () => reprints.approveReprint(of(reprint)),
    rejectReprint: () => reprints.rejectReprint({ ...of(reprint), remark: 'It looks fine.' }),
    reopenReprint: () => reprints.reopenReprint(of(reprint)),
    withdraw: () => printRuns.withdrawPrintRun(of(run)),
    start: () => printRuns.startPrintRun({ ...of(run), topSerial: 'A000001' }),
    close: () => printRuns.closePrintRun({ ...of(run), goodSheets: 1, spoiltSheets: 0 }),
    cancel: () => depositSlips.cancelSlip(of(slip)),
    deposit: () => depositSlips.depositSlip({ ...of(slip), depositedOn: '2026-01-01' }),
    remove: () => depositSlips.removeFromSlip({ ...of(slip), draftId: draft }),
    replace: () => fees.replaceDraft({ ...of(draft), draft: draftEntry() }),
    revalidate: () => demandDrafts.revalidateDraft({ ...of(draft), validUntil: '2026-12-31' }),
    refund: () => demandDrafts.refundDraft({ ...of(draft), amount: 100, paidTo: 'Asha', reference: 'UTR 1' }),
  };
  const answers: Record<string, string> = {};
  for (const [name, act] of Object.entries(acts))
    answers[name] = await (act() as Promise<unknown>).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  for (const [name, code] of Object.entries(answers))
    expect(code, name).not.toMatch(/^(done|records\.|request\.|auth\.|.*not_found)/);
});
