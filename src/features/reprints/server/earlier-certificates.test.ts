import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import {
  applicationEntry,
  createOffice,
  type Office,
  receiveApplication,
  stockBlanks,
  verifiedCertificate,
} from '#dev/testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { codeOf, printOne } from '#dev/testing/reprinting.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import { csvOf, importIn, uploadSheet } from '#dev/testing/uploads.ts';
import { SheetFacts } from '#features/certificates/sheet-facts.ts';
import { unscoped } from '#platform/server/db/database.ts';

const header = 'Certificate number,Name,Degree,Date,Serial number';
const rows = ['SU/1/11,Ravi Bhat,Master of Arts,12/03/1999,X-17', '2018/000123,Asha Rao,BA,12/03/2019,Z4711'];

let portal: Portal;
let office: Office;
let admin: StaffCaller;
let receiver: StaffCaller;
let caseWorker: StaffCaller;
let printer: StaffCaller;

beforeAll(async () => {
  portal = await startPortal({ worker: true });
  admin = await portal.as('admin');
  office = await createOffice(portal);
  receiver = await portal.as('receiver');
  caseWorker = await portal.as('case_worker');
  printer = await portal.as('printer');
  const { id } = await check(...rows);
  await admin.api.imports.commitImport({ id });
  await importIn(admin, id, 'committed');
  await stockBlanks(portal, office.paperId, 10);
});
afterAll(async () => {
  expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]);
  await portal.close();
});

async function check(...lines: string[]) {
  const id = await uploadSheet(admin, 'earlier_certificates', csvOf(header, ...lines));
  return importIn(admin, id, 'checked');
}

const earlier = { academicYear: '1998-99', candidateName: 'Ravi Bhat' };

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
  const none = await receiver.api.applications.lookUpEarlierCertificate({ number: 'SU/11/1' });
  expect(none.certificate).toBeNull();
  const { academicYears } = await receiver.api.applications.listApplicationChoices();
  expect(academicYears).toContain('1998-99');
  expect(academicYears).toContain('1999-00');
});

test('photo and facts come from one person, another confirms them, and the sheet is a reprint that keeps number and date', async () => {
  const refused = await expectDomainError(
    receiver.api.applications.receiveApplication(
      await applicationEntry(receiver, office, { ...earlier, earlierNumber: 'SU/9/9' }),
    ),
    'request.invalid',
  );
  expect(issuesOf(refused).map(({ path }) => path)).toEqual(['earlierNumber']);

  const both = await portal.as('admin');
  const id = await receiveApplication(both, office, { ...earlier, earlierNumber: 'su-1-11' });
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
  const { facts } = await unscoped(portal.services.db)
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
  const again = await expectDomainError(
    receiver.api.applications.receiveApplication(
      await applicationEntry(receiver, office, { ...earlier, earlierNumber: 'SU/1/11' }),
    ),
    'request.invalid',
  );
  expect(issuesOf(again)[0]!.message).toMatch(/applied for already/);
  expect(await check(...rows)).toMatchObject({ unchangedCount: 2, faultyCount: 0 });
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
    statement.execute(unscoped(portal.services.db)).then(
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

test('a correction adds or takes away what it is of, or leaves it', async () => {
  const id = await receiveApplication(receiver, office, { academicYear: '2017-18' });
  const correct = async (earlierNumber?: string) => {
    const { version } = await caseWorker.api.applications.getApplication({ id });
    await caseWorker.api.applications.returnApplication({ id, version, reasons: ['photo'] });
    const application = await receiver.api.applications.getApplication({ id });
    await receiver.api.applications.correctApplication({
      ...application,
      candidateNameNative: '',
      guideName: '',
      photoFileId: application.photo.id,
      drafts: [],
      ...(earlierNumber !== undefined && { earlierNumber }),
    });
    return (await receiver.api.applications.getApplication({ id })).earlierCertificate?.number;
  };
  expect(await correct('2018/123')).toBe('2018/000123');
  expect(await correct()).toBe('2018/000123');
  expect(await correct('')).toBeUndefined();
});

function verifySerial(number: string, serial: string) {
  return portal.anonymous.api.verification.verifyCertificate({ number, serial });
}
