import { addCourse, addWithFourEyes, anyFee } from '#dev/testing/change-master.ts';
import { exampleEntry } from '#dev/testing/example-entry.ts';
import {
  applicationEntry,
  draftEntry,
  receiveApplication,
  uploadFile,
  verifiedCertificate,
  withReceipt,
} from '#dev/testing/factories.ts';
import { printedCertificates } from '#dev/testing/print-room.ts';
import { leaving } from '#dev/testing/reopening.ts';
import { printedCertificate, requestReprint } from '#dev/testing/reprinting.ts';
import { proposeRevocation } from '#dev/testing/revoking.ts';
import { statusOf } from '#dev/testing/status-of.ts';
import { unique } from '#dev/testing/unique.ts';
import { postSpreadsheet } from '#dev/testing/uploads.ts';
import { markStaleDrafts } from '#features/demand-drafts/server/mark-stale-drafts.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import type { Staff } from './people.ts';

const today = dayInIndia(new Date());

/** Applications, drafts and their money, the bank's statement, certificates that leave the house, and reprints. */
export async function runCounterScenario(staff: Staff): Promise<void> {
  await takeApplications(staff);
  await decideProposals(staff);
  await depositDrafts(staff);
  await readStatement(staff);
  await handOver(staff);
  await revoke(staff);
  await reprint(staff);
}

/** From the first application on. */
async function decideProposals({ admin, second }: Staff): Promise<void> {
  const propose = async () => {
    const entry = { ...exampleEntry('courses'), name: `PROPOSED-${unique()}` };
    const { proposalId } = await admin.api.courses.addEntry(entry);
    return proposalId!;
  };
  const id = await propose();
  await admin.api.proposals.listProposals({});
  await admin.api.proposals.getProposal({ id });
  await second.api.proposals.confirmProposal({ id, version: 1 });
  const remark = 'Not in the ordinance.';
  await second.api.proposals.rejectProposal({ id: await propose(), version: 1, remark });
  await admin.api.proposals.takeBackProposal({ id: await propose(), version: 1 });
}

async function takeApplications({
  admin,
  receiver,
  auditor,
  case_worker: caseWorker,
  office,
}: Staff): Promise<void> {
  const entry = await applicationEntry(receiver, office, { contactNotice: 1, mobile: '9845012345' });
  const { collegeId, courseId } = entry;
  const { id } = await receiver.api.applications.receiveApplication(entry);
  await receiver.api.applications.listDueCharges({ collegeId, courseId, applicationId: id });
  const { acknowledgementNumber } = await receiver.api.applications.getApplication({ id });
  await receiver.api.applications.getApplicationByNumber({ acknowledgementNumber });
  await receiver.api.applications.findEarlierApplication({
    by: 'registrationNumber',
    number: entry.registrationNumber,
  });
  await receiver.api.applications.lookUpEarlierCertificate({ number: '2018/000123' });
  await statusOf(receiver, `/api/applications/${id}/receipt`);
  await statusOf(receiver, `/api/files/${entry.photoFileId}`);
  await statusOf(receiver, `/api/files/${entry.photoFileId}/thumbnail`);
  await statusOf(auditor, `/api/files/${entry.photoFileId}/original`);
  const { number, bank, branch } = entry.drafts[0]!;
  await receiver.api.demandDrafts.lookUpDraft({ number, bank, branch });
  await caseWorker.api.caseDesk.listCaseQueue({ from: id });
  await caseWorker.api.caseDesk.openCase({ id });
  await caseWorker.api.caseDesk.getCase({ id });
  await caseWorker.api.caseDesk.releaseCase({ id });
  await caseWorker.api.applications.returnApplication({ id, version: 1, reasons: ['photo'] });
  await receiver.api.applications.correctApplication({
    ...entry,
    guideName: 'Dr. Rao',
    drafts: [],
    answers: leaving('photo'),
    id,
    version: 2,
  });
  await caseWorker.api.applications.verifyApplication({ id, version: 3 });
  await admin.api.applications.reopenApplication({ id, version: 4, reason: 'name' });
  await receiver.api.applications.withdrawContactConsent({ id, version: 5 });
  const short = await receiveApplication(receiver, office, { drafts: [draftEntry({ amount: 100 })] });
  await caseWorker.api.applications.rejectApplication({ id: short, version: 1, remark: 'The fee is short.' });
  await caseWorker.api.applications.takeBackDecision({ id: short, version: 2 });
}

/** A draft in the office's drawer. */
async function draftInHand(
  { receiver, admin, office }: Staff,
  amount = 700,
  drawnOn = addMonths(today, -1),
): Promise<{ id: string; version: number }> {
  const draft = draftEntry({ amount, drawnOn });
  await receiveApplication(receiver, office, { drafts: [draft] });
  const { rows } = await admin.api.demandDrafts.listDrafts({ search: draft.number });
  return rows[0]!;
}

async function onSlip({ receiver }: Staff, draftIds: string[]) {
  return receiver.api.depositSlips.prepareDepositSlip({
    draftIds,
    account: 'Fee account 1234',
    bankBranch: 'State Bank of India, Mysuru',
  });
}

/** A draft that was carried to the bank today. */
async function depositedDraft(staff: Staff, amount?: number) {
  const { id } = await draftInHand(staff, amount);
  const slip = await onSlip(staff, [id]);
  await staff.receiver.api.depositSlips.depositSlip({ id: slip.id, version: 1, depositedOn: today });
  return staff.admin.api.demandDrafts.getDraft({ id });
}

async function depositDrafts(staff: Staff): Promise<void> {
  const { receiver, admin, portal } = staff;
  const [first, second] = [await draftInHand(staff), await draftInHand(staff)];
  const slip = await onSlip(staff, [first.id, second.id]);
  await statusOf(receiver, `/api/deposit-slips/${slip.id}/document`);
  await receiver.api.depositSlips.getDepositSlip({ id: slip.id });
  const { version } = await receiver.api.depositSlips.removeFromSlip({
    id: slip.id,
    version: 1,
    draftId: second.id,
  });
  await receiver.api.depositSlips.cancelSlip({ id: slip.id, version });
  const realised = await depositedDraft(staff, 900);
  await admin.api.demandDrafts.realiseDrafts({ draftIds: [realised.id], realisedOn: today });
  const { version: now } = await admin.api.demandDrafts.getDraft({ id: realised.id });
  await admin.api.demandDrafts.refundDraft({
    id: realised.id,
    version: now,
    amount: 100,
    paidTo: 'Asha Rao',
    reference: 'UTR 1',
  });
  const bounced = await depositedDraft(staff);
  await admin.api.fees.returnDraft({ id: bounced.id, version: bounced.version, reason: 'signature' });
  const { version: returned } = await admin.api.demandDrafts.getDraft({ id: bounced.id });
  await admin.api.fees.replaceDraft({
    id: bounced.id,
    version: returned,
    draft: await withReceipt(admin, draftEntry()),
  });
  const stale = await draftInHand(staff, 700, addMonths(today, -2));
  await markStaleDrafts(portal.services, new Date(Date.now() + 40 * 86_400_000));
  const { version: old } = await admin.api.demandDrafts.getDraft({ id: stale.id });
  await receiver.api.demandDrafts.revalidateDraft({
    id: stale.id,
    version: old,
    validUntil: addMonths(today, 2),
  });
}

async function readStatement(staff: Staff): Promise<void> {
  const { admin } = staff;
  const [paid, bounced] = [await depositedDraft(staff, 800), await depositedDraft(staff, 850)];
  const [year, month, day] = today.split('-');
  const date = `${day}/${month}/${year}`;
  const line = (text: string, debit: string, credit: string) =>
    `${date},${date},${text},${unique()},${debit},${credit},`;
  const file = [
    'Date,Value Date,Description,Ref No,Debit,Credit,Balance',
    line('BY CLEARING', '', '800.00'),
    line('CHEQUE RETURN', '850.00', ''),
    line('NEFT OF SOMEBODY', '', '11.00'),
  ].join('\n');
  const taken = await postSpreadsheet(admin, '/api/bank-statements?name=june.csv', Buffer.from(file));
  const { id } = (await taken.json()) as { id: string };
  await statusOf(admin, `/api/bank-statements/${id}/file`);
  await statusOf(admin, `/api/exports/bank-statement-lines?format=csv&statementId=${id}`);
  await admin.api.bankStatements.getBankStatement({ id });
  await admin.api.bankStatements.matchBankStatement({ id });
  await admin.api.bankStatements.countStatementLines({ statementId: id });
  const { rows } = await admin.api.bankStatements.listStatementLines({ statementId: id });
  const lineOf = (text: string) => rows.find(({ description }) => description === text)!;
  const remark = 'As the bank says.';
  const credit = lineOf('BY CLEARING');
  await admin.api.bankStatements.listLineCandidates({ id: credit.id });
  await admin.api.bankStatements.settleStatementLine({
    id: credit.id,
    version: credit.version,
    demandDraftIds: [paid.id],
    remark,
  });
  const debit = lineOf('CHEQUE RETURN');
  await admin.api.bankStatements.returnDraftOfLine({
    id: debit.id,
    version: debit.version,
    demandDraftId: bounced.id,
    reason: 'signature',
    remark,
  });
  const other = lineOf('NEFT OF SOMEBODY');
  await admin.api.bankStatements.setLineAside({
    id: other.id,
    version: other.version,
    reason: 'interest',
    remark,
  });
  await admin.api.bankStatements.reopenLine({ id: other.id, version: other.version + 1 });
}

function roomOf({ receiver, case_worker: caseWorker, printer }: Staff) {
  return { receiver, caseWorker, printer };
}

/** Everything that belongs to one certificate, each on its page. */
async function readRecords({ auditor }: Staff, certificateId: string, serial: string): Promise<void> {
  const { records, audit } = auditor.api;
  const { related, timeline } = await records.getCertificateRecord({ key: certificateId });
  const application = related.find(({ kind }) => kind === 'application')!;
  const found = await records.getApplicationRecord({ key: application.id });
  await records.getDraftRecord({ key: found.related.find(({ kind }) => kind === 'draft')!.id });
  await records.getSheetRecord({ key: serial });
  await records.getRunRecord({ key: related.find(({ kind }) => kind === 'run')!.id });
  const { actorId, sequence } = timeline[0]!;
  await records.getPersonRecord({ id: actorId! });
  await audit.getAuditEvent({ sequence: sequence! });
}

async function handOver(staff: Staff): Promise<void> {
  const { portal, receiver, office, auditor } = staff;
  const [collected, posted, ...bundled] = await printedCertificates(portal, roomOf(staff), {
    office,
    count: 4,
    overrides: { contactNotice: 1, postalAddress: '12, Temple Road, Mysuru' },
  });
  await auditor.api.certificates.getCertificate({ id: collected!.id });
  const { copies } = await auditor.api.copies.listCopies({ id: collected!.id });
  await statusOf(auditor, `/api/certificates/${collected!.id}/copies/${copies[0]!.id}/picture`);
  await readRecords(staff, collected!.id, copies[0]!.blankSerial);
  const { id, version } = collected!;
  await receiver.api.certificates.handOverCertificate({
    id,
    version,
    collectedBy: 'Priya Nair',
    identitySeen: 'passport',
  });
  await receiver.api.certificates.postCertificate({
    id: posted!.id,
    version: posted!.version,
    carrier: 'India Post',
    trackingNumber: 'EK 123456789 IN',
    postedOn: today,
  });
  await receiver.api.posting.countPosting({ postedOn: today });
  for (const paper of ['address-labels', 'posting-list'])
    await statusOf(receiver, `/api/${paper}?postedOn=${today}&carrier=India%20Post`);
  await receiver.api.certificates.takeBackHandOver({ id: posted!.id, version: posted!.version + 1 });
  const certificateIds = bundled.map((one) => one.id);
  const bundle = await receiver.api.bundles.handOverBundle({
    certificateIds,
    deliveredTo: 'Dr. Lakshmi Rao',
    designation: 'Principal',
    identitySeen: 'College card',
  });
  await receiver.api.bundles.getBundle({ id: bundle.id });
  await receiver.api.bundles.recordSignatures({
    id: bundle.id,
    certificateIds: [certificateIds[0]!],
    signedOn: today,
  });
  await statusOf(receiver, `/api/bundles/${bundle.id}/document`);
  await portal.anonymous.api.verification.listNumberExamples();
  await portal.anonymous.api.verification.verifyCertificate({
    number: collected!.convocationNumber,
    code: '7K3MQ-X2P9A',
  });
  await portal.anonymous.api.verification.verifyCertificate({ number: '2018/000123', serial: 'B004711' });
  await portal.anonymous.api.status.findApplicationStatus({ acknowledgement: '1', roll: 'R-1' });
}

async function revoke(staff: Staff): Promise<void> {
  const { portal, admin, second, auditor, office } = staff;
  const [declined, withdrawn, revoked] = await printedCertificates(portal, roomOf(staff), {
    office,
    count: 3,
  });
  const propose = async (certificate: { id: string }) => (await proposeRevocation(admin, certificate.id)).id;
  await second.api.revocations.declineRevocation({
    id: await propose(declined!),
    remark: 'The order is of another candidate.',
  });
  await admin.api.revocations.withdrawRevocation({ id: await propose(withdrawn!) });
  const id = await propose(revoked!);
  await auditor.api.revocations.getRevocation({ id });
  await second.api.revocations.confirmRevocation({ id });
}

/** A reprint of a course of its own, so that no other one costs anything. */
async function payForReprint(staff: Staff): Promise<void> {
  const { portal, receiver, office } = staff;
  const course = 'REPRINTED';
  const courseId = await addCourse(portal, course);
  await addWithFourEyes(portal, 'fee_schedule', { ...anyFee, charge: 'reprint', course, amount: 300 });
  const { certificateId } = await printedCertificate(portal, roomOf(staff), { ...office, courseId });
  const uploaded = await uploadFile(receiver, 'declaration');
  const { id: declarationFileId } = (await uploaded.json()) as { id: string };
  const entry = { certificateId, reason: 'lost', cause: 'candidate', declarationFileId } as const;
  const { id } = await receiver.api.reprints.requestReprint(entry);
  const concession = { amount: 100, reason: 'office_error' as const, authority: 'Note 7 of 3 May' };
  await receiver.api.reprints.concedeReprint({ id, version: 1, ...concession });
  const draft = await withReceipt(receiver, draftEntry({ amount: 200 }));
  await receiver.api.reprints.payReprint({ id, version: 2, draft });
}

async function reprint(staff: Staff): Promise<void> {
  const { portal, receiver, admin, office } = staff;
  await uploadFile(receiver, 'error_photo');
  await payForReprint(staff);
  for (const decision of ['approve', 'reject'] as const) {
    const { certificateId } = await printedCertificate(portal, roomOf(staff), office);
    const id = await requestReprint(receiver, certificateId);
    await admin.api.reprints.getReprintRequest({ id });
    const { version } =
      decision === 'approve'
        ? await admin.api.reprints.approveReprint({ id, version: 1 })
        : await admin.api.reprints.rejectReprint({ id, version: 1, remark: 'It looks fine.' });
    await admin.api.reprints.reopenReprint({ id, version });
  }
  await verifiedCertificate(roomOf(staff), office);
}
