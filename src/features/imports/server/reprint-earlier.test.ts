import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { addWithFourEyes, anyFee } from '#dev/testing/change-master.ts';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import {
  applicationEntry,
  createOffice,
  draftEntry,
  receiveApplication,
  stockBlanks,
  verifiedCertificate,
  withReceipt,
} from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { officeWithPaper } from '#dev/testing/print-room.ts';
import { correct, reopen, verify } from '#dev/testing/reopening.ts';
import { codeOf, printOne, requestReprint } from '#dev/testing/reprinting.ts';
import { revoke } from '#dev/testing/revoking.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { SheetFacts } from '#features/certificates/sheet-facts.ts';
import { describeCharge } from '#features/charges/charge.ts';
import { checkLedger } from '#features/fees/server/ledger-check.testing.ts';
import { withClient } from '#platform/server/db/connections.ts';

const header = 'Certificate number,Name,Degree,Date,Serial number';
const rows = [
  'SU/1/11,Ravi Bhat,Master of Arts,12/03/1999,X-17',
  '2018/000123,Asha Rao,BA,12/03/2019,Z4711',
  'SU/1/12,Devi Rao,Master of Arts,12/03/1999,X-19',
];

const portal = await filePortal();
const admin = await portal.as('admin');
const office = await createOffice(portal);
const [receiver, caseWorker, printer] = await portal.asEach('receiver', 'case_worker', 'printer');
await addWithFourEyes(portal, 'fee_schedule', { ...anyFee, charge: 'reprint', amount: 300 });
await addWithFourEyes(portal, 'fee_schedule', {
  ...anyFee,
  charge: 'late',
  academicYear: '2010-11',
  amount: 50,
});
const { id } = await check(...rows);
await admin.api.imports.commitImport({ id });
await importIn(admin, id, 'committed');
await stockBlanks(portal, office.paperId, 10);
afterEach(noFaults);

/** Blanks and money, whatever was done so far. */
async function noFaults() {
  expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]);
  await withClient(portal.ownerUrl, 'backup', checkLedger);
}

async function check(...lines: string[]) {
  const id = await uploadSpreadsheet(admin, 'earlier_certificates', csvOf(header, ...lines));
  return importIn(admin, id, 'checked');
}

/** Its reprint is paid as the schedule has it. */
const paid = (amount: number) => ({ totalAmount: amount, drafts: [draftEntry({ amount })] });
const earlier = () => ({ academicYear: '1998-99', candidateName: 'Ravi Bhat', ...paid(300) });

async function refusedField(writing: Promise<unknown>): Promise<string[]> {
  const issues = issuesOf(await expectDomainError(writing, 'request.invalid'));
  return issues.map(({ path, message }) => `${path}: ${message}`);
}

test('its number finds it at the counter, however it is written, and years of then are offered', async () => {
  const { certificate } = await receiver.api.applications.lookUpEarlierCertificate({ number: 'su/01/11' });
  expect(certificate).toEqual({
    number: 'SU/1/11',
    name: 'Ravi Bhat',
    degree: 'Master of Arts',
    issuedOn: '1999-03-12',
    serial: 'X-17',
    applicationId: null,
  });
  await expectDomainError(
    caseWorker.api.applications.lookUpEarlierCertificate({ number: 'SU/1/11' }),
    'auth.not_permitted',
  );
  const none = await receiver.api.applications.lookUpEarlierCertificate({ number: 'SU/11/1' });
  expect(none.certificate).toBeNull();
  const { academicYears } = await receiver.api.applications.listApplicationChoices();
  expect(academicYears).toContain('1998-99');
  expect(academicYears).toContain('1999-00');
});

test('photo and facts come from one person, another confirms them, and the sheet is a reprint that keeps number and date', async () => {
  const unknown = await applicationEntry(receiver, office, { ...earlier(), earlierNumber: 'SU/9/9' });
  expect(await refusedField(receiver.api.applications.receiveApplication(unknown))).toEqual([
    'earlierNumber: No certificate issued before the portal has this number.',
  ]);

  const both = await portal.as('admin');
  const id = await receiveApplication(both, office, { ...earlier(), earlierNumber: 'su-1-11' });
  expect(await both.api.applications.getApplication({ id })).toMatchObject({
    earlierCertificate: { number: 'SU/1/11', serial: 'X-17' },
    convocationNumber: null,
  });
  await expectDomainError(
    both.api.applications.verifyApplication({ id, version: 1 }),
    'applications.own_work',
  );
  const { convocationNumber } = await caseWorker.api.applications.verifyApplication({ id, version: 1 });
  expect(convocationNumber).toBe('SU/1/11');
  expect(await verifySerial('SU/1/11', 'X-17')).toMatchObject({ verdict: 'issued_before' });

  const certificateId = (await caseWorker.api.applications.getApplication({ id })).certificateId!;
  const waiting = { ...office, applicationId: id, certificateId, convocationNumber };
  const sheet = await printOne(portal, printer, waiting);
  expect(sheet).toMatchObject({ copyNumber: 1 });
  const { facts } = await portal.services.db
    .selectFrom('sheet_facts')
    .select('facts')
    .where('sheet_id', '=', sheet.id)
    .executeTakeFirstOrThrow();
  expect(SheetFacts.parse(facts)).toMatchObject({
    convocationNumber: 'SU/1/11',
    copyNumber: 1,
    issuedOn: '1999-03-12',
  });

  const code = await codeOf(portal, sheet.id);
  expect(
    await portal.anonymous.api.verification.verifyCertificate({ number: 'SU/1/11', code }),
  ).toMatchObject({ verdict: 'genuine', copyNumber: 1, candidateName: 'Ravi Bhat' });
  expect(await verifySerial('SU/1/11', 'X-17')).toMatchObject({
    verdict: 'superseded',
    convocationNumber: 'SU/1/11',
  });
  expect(await verifySerial('SU/1/11', 'X-18')).toMatchObject({ verdict: 'unknown' });
  const { rows: found } = await receiver.api.certificates.listCertificates({ search: 'su/1/11' });
  expect(found.map(({ id: one }) => one)).toEqual([certificateId]);
});

test('it is asked for once, and stays as it was then', async () => {
  const again = await applicationEntry(receiver, office, { ...earlier(), earlierNumber: 'SU/1/11' });
  expect(await refusedField(receiver.api.applications.receiveApplication(again))).toEqual([
    'earlierNumber: A reprint of this certificate was applied for already.',
  ]);
  expect(await check(...rows)).toMatchObject({ unchangedCount: 3, faultyCount: 0 });
  const changed = await check('SU/1/11,Ravi Bhat,Master of Arts,12/03/1999,X-18');
  const { rows: faults } = await admin.api.imports.listImportFaults({ id: changed.id });
  expect(faults.map(({ field, code }) => [field, code])).toEqual([['number', 'taken']]);
});

test('a new certificate takes no number of it, and no number is changed past the application', async () => {
  const { certificateId, applicationId } = await verifiedCertificate({ receiver, caseWorker }, office, {
    academicYear: '2017-18',
  });
  expect((await receiver.api.certificates.getCertificate({ id: certificateId })).convocationNumber).toBe(
    '2018/000124',
  );
  const refused = (statement: ReturnType<typeof sql>) =>
    statement.execute(portal.services.db).then(
      () => undefined,
      (error: { constraint?: string }) => error.constraint,
    );
  expect(
    await refused(sql`update certificates set earlier_number = '1' where id = ${certificateId}`),
  ).toMatch(/^certificates__/);
  const link = sql`(select id from earlier_certificates where number = '2018/000123')`;
  expect(
    await refused(sql`update applications set earlier_certificate_id = ${link} where id = ${applicationId}`),
  ).toMatch(/^applications__earlier/);
  const waiting = await receiveApplication(receiver, office, {});
  expect(
    await refused(sql`update applications set earlier_certificate_id = ${link} where id = ${waiting}`),
  ).toBe('applications__earlier_change_is_signed');
});

test('a correction adds or takes away what it is of, or leaves it, and the charge follows', async () => {
  const id = await receiveApplication(receiver, office, { academicYear: '2017-18' });
  const recorrect = async (change: Parameters<typeof correct>[2]) => {
    const { version } = await caseWorker.api.applications.getApplication({ id });
    await caseWorker.api.applications.returnApplication({ id, version, reasons: ['photo'] });
    await correct(receiver, id, change);
    const { earlierCertificate, charges, paidAmount } = await receiver.api.applications.getApplication({
      id,
    });
    return [earlierCertificate?.number, charges[0]!.amount, paidAmount];
  };
  expect(await recorrect({ earlierNumber: '2018/123', totalAmount: 300 })).toEqual(['2018/000123', 300, 300]);
  expect(await recorrect({})).toEqual(['2018/000123', 300, 300]);
  const drafts = [await withReceipt(receiver, draftEntry())];
  expect(await recorrect({ earlierNumber: '', totalAmount: 700, drafts })).toEqual([undefined, 700, 700]);
});

test('it is charged as a reprint, by the row for reprints and never as late', async () => {
  const due = (asked: object) =>
    receiver.api.applications.listDueCharges({ ...office, academicYear: '2010-11', ...asked });
  const inWords = async (asked: object) => (await due(asked)).map(describeCharge);
  expect(await inWords({})).toEqual([
    'Application ₹700: convocation fee of the college',
    'Late application ₹50: 2010-11',
  ]);
  expect(await inWords({ earlierNumber: 'SU/1/11' })).toEqual(['Application ₹300: any application']);
  const entry = await applicationEntry(receiver, office, {
    ...earlier(),
    ...paid(700),
    earlierNumber: 'SU/1/12',
  });
  expect(await refusedField(receiver.api.applications.receiveApplication(entry))).toEqual([
    expect.stringMatching(/^totalAmount: .*the total is ₹300/),
  ]);
});

test('corrected data, a wrong copy and a revocation: as with any certificate of the portal', async () => {
  const own = { ...office, ...(await officeWithPaper(portal, office, 5)) };
  const id = await receiveApplication(receiver, own, { ...earlier(), earlierNumber: 'SU/1/12' });
  await verify(caseWorker, id);
  const certificateId = (await caseWorker.api.applications.getApplication({ id })).certificateId!;
  const waiting = { ...own, applicationId: id, certificateId, convocationNumber: 'SU/1/12' };

  await reopen(admin, id);
  expect(await verifySerial('SU/1/12', 'X-19')).toMatchObject({ verdict: 'issued_before' });
  for (const earlierNumber of ['', '2018/000123'])
    expect(await refusedField(correct(receiver, id, { earlierNumber }))).toEqual([
      'earlierNumber: The certificate of this application was made already and keeps its number.',
    ]);
  await correct(receiver, id, { candidateName: 'Devi Rao', earlierNumber: 'su-1-12' });
  await verify(caseWorker, id);
  const { rows: found } = await receiver.api.certificates.listCertificates({ search: 'su/1/12' });
  expect(found).toMatchObject([{ convocationNumber: 'SU/1/12', isEarlier: true, copyNumber: null }]);
  expect(await printOne(portal, printer, waiting)).toMatchObject({ copyNumber: 1, studentName: 'Devi Rao' });

  await reopen(admin, id);
  await correct(receiver, id, { candidateName: 'Devi R. Rao' });
  await verify(caseWorker, id);
  expect(await printOne(portal, printer, waiting)).toMatchObject({ copyNumber: 2 });

  const request = await requestReprint(receiver, certificateId);
  const asked = await receiver.api.reprints.getReprintRequest({ id: request });
  expect(asked).toMatchObject({ copyNumber: 2, charge: { kind: 'reprint', scheduledAmount: 300 } });
  await expectDomainError(
    admin.api.reprints.approveReprint({ id: request, version: asked.version }),
    'reprints.not_paid',
  );
  const draft = await withReceipt(receiver, draftEntry({ amount: 300 }));
  await receiver.api.reprints.payReprint({ id: request, version: asked.version, draft });
  const { version } = await receiver.api.reprints.getReprintRequest({ id: request });
  await admin.api.reprints.approveReprint({ id: request, version });
  expect(await printOne(portal, printer, waiting)).toMatchObject({ copyNumber: 3 });
  expect(await verifySerial('SU/1/12', 'X-19')).toMatchObject({ verdict: 'superseded' });

  await revoke(portal, certificateId, 'Obtained by fraud.');
  expect(await verifySerial('SU/1/12', 'X-19')).toMatchObject({
    verdict: 'revoked',
    reason: 'Obtained by fraud.',
  });
});

function verifySerial(number: string, serial: string) {
  return portal.anonymous.api.verification.verifyCertificate({ number, serial });
}
