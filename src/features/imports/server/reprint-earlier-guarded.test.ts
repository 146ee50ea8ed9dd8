import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterEach, expect, test } from 'vitest';
import { addWithFourEyes, anyFee } from '#dev/testing/change-master.ts';
import { applicationEntry, createOffice, draftEntry, receiveApplication } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { officeWithPaper } from '#dev/testing/print-room.ts';
import { verify } from '#dev/testing/reopening.ts';
import { printOne, startRunOf } from '#dev/testing/reprinting.ts';
import { revoke } from '#dev/testing/revoking.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { checkLedger } from '#features/fees/server/ledger-check.testing.ts';
import { withClient } from '#platform/server/db/connections.ts';

const header = 'Certificate number,Name,Degree,Date,Serial number';

const portal = await filePortal();
const [admin, receiver, caseWorker, printer] = await Promise.all([
  portal.as('admin'),
  portal.as('receiver'),
  portal.as('case_worker'),
  portal.as('printer'),
]);
const office = await createOffice(portal);
const lines = Array.from(
  { length: 6 },
  (_, index) => `OLD/${index},Ravi Bhat,Master of Arts,12/03/1999,X-${index}`,
);
const id = await uploadSpreadsheet(admin, 'earlier_certificates', csvOf(header, ...lines));
await importIn(admin, id, 'checked');
await admin.api.imports.commitImport({ id });
await importIn(admin, id, 'committed');
afterEach(async () => {
  expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]);
  await withClient(portal.ownerUrl, 'backup', checkLedger);
});

/** The schedule of this university has no row for reprints, so nothing is due. */
const reprintOf = (index: number) => ({
  academicYear: '1998-99',
  earlierNumber: `OLD/${index}`,
  totalAmount: 0,
  drafts: [],
});

/** Received and verified, alone on its paper. */
async function waitingReprint(index: number) {
  const own = { ...office, ...(await officeWithPaper(portal, office, 3)) };
  const applicationId = await receiveApplication(receiver, own, reprintOf(index));
  await verify(caseWorker, applicationId);
  const { certificateId } = await caseWorker.api.applications.getApplication({ id: applicationId });
  return { ...own, applicationId, certificateId: certificateId!, convocationNumber: `OLD/${index}` };
}

async function verdictOf(index: number): Promise<string> {
  const asked = { number: `OLD/${index}`, serial: `X-${index}` };
  return (await portal.anonymous.api.verification.verifyCertificate(asked)).verdict;
}

function constraintOf(statement: ReturnType<typeof sql>): Promise<string | undefined> {
  return statement.execute(portal.services.db).then(
    () => undefined,
    (error: { constraint?: string }) => error.constraint,
  );
}

test('of two receivers at once one receives it, and the other is told', async () => {
  const entries = await Promise.all([1, 2].map(() => applicationEntry(receiver, office, reprintOf(0))));
  const answers = await Promise.allSettled(
    entries.map((entry) => receiver.api.applications.receiveApplication(entry)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = answers.find((answer) => answer.status === 'rejected');
  expect(JSON.stringify(refused?.reason.data)).toContain(
    'A reprint of this certificate was applied for already.',
  );
});

test('only a good sheet takes the place of the earlier one, and it leaves without that one coming back', async () => {
  const waiting = await waitingReprint(1);
  const { id, sheet } = await startRunOf(portal, printer, waiting);
  expect(await verdictOf(1)).toBe('issued_before');
  await printer.api.printRuns.recordSheets({
    id,
    outcomes: [{ sheetId: sheet.id, outcome: 'spoilt', reason: 'Jam' }],
  });
  expect(await verdictOf(1)).toBe('issued_before');

  expect(await printOne(portal, printer, waiting)).toMatchObject({ copyNumber: 1 });
  expect(await verdictOf(1)).toBe('superseded');
  const { version, copyOut } = await receiver.api.certificates.getCertificate({ id: waiting.certificateId });
  expect(copyOut).toBeNull();
  await receiver.api.certificates.handOverCertificate({
    id: waiting.certificateId,
    version,
    collectedBy: 'Ravi Bhat',
    identitySeen: 'aadhaar',
  });
});

test('what is revoked before it was printed is revoked on the earlier sheet too', async () => {
  const { certificateId } = await waitingReprint(2);
  await revoke(portal, certificateId);
  expect(await verdictOf(2)).toBe('revoked');
});

test('the database refuses another number, a number of the portal, and a changed register', async () => {
  const ofPortal = await receiveApplication(receiver, office);
  const ofEarlier = await receiveApplication(receiver, office, reprintOf(4));
  const insert = (application: string, columns: string, values: string) =>
    constraintOf(sql`
      insert into certificates (id, application_id, college_id, convocation_year, created_at, waiting_since, ${sql.raw(columns)})
      select ${uuid()}, id, college_id, 2025, now(), now(), ${sql.raw(values)} from applications where id = ${application}`);
  const keeps = 'certificates__keeps_earlier_number';
  const earlier = 'convocation_number, earlier_number';
  const counted = 'convocation_number, number_series_id, number_scope, convocation_sequence';
  const next = `'2025/000001', (select id from number_series limit 1), '2025', 1`;
  expect(await insert(ofPortal, earlier, `'OLD/5', 'OLD/5'`)).toBe(keeps);
  expect(await insert(ofEarlier, earlier, `'OLD/5', 'OLD/5'`)).toBe(keeps);
  expect(await insert(ofEarlier, counted, next)).toBe(keeps);
  const once = 'certificates__numbered_once';
  expect(await insert(ofEarlier, `${counted}, earlier_number`, `${next}, 'OLD/4'`)).toBe(once);
  expect(await insert(ofEarlier, earlier, `'2025/000001', 'OLD/4'`)).toBe(once);
  expect(await insert(ofPortal, 'convocation_number', `'2025/000001'`)).toBe(once);
  const register = sql`update earlier_certificates set name = 'Somebody Else' where number = 'OLD/4'`;
  expect(await constraintOf(register)).toBe('earlier_certificates__stay');
});

test('a draft that comes back withholds it; the earlier sheet stays what it was', async () => {
  const own = { ...office, ...(await officeWithPaper(portal, office, 3)) };
  const draft = draftEntry({ amount: 500 });
  await addWithFourEyes(portal, 'fee_schedule', { ...anyFee, charge: 'reprint', amount: 500 });
  const id = await receiveApplication(receiver, own, { ...reprintOf(3), totalAmount: 500, drafts: [draft] });
  await verify(caseWorker, id);
  const [known] = (await admin.api.demandDrafts.listDrafts({ search: draft.number })).rows;
  const { version } = known!;
  await admin.api.fees.returnDraft({
    id: known!.id,
    version,
    reason: 'signature',
    remark: 'Ask for a new one.',
  });
  const application = await receiver.api.applications.getApplication({ id });
  expect(application).toMatchObject({ status: 'rejected', pendingAmount: 500, convocationNumber: 'OLD/3' });
  expect(await verdictOf(3)).toBe('issued_before');
});
