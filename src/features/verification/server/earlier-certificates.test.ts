import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { constraintOf, expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { createOffice, receiveApplication, verifiedCertificate } from '#dev/testing/factories.ts';
import { filePortal, type StaffCaller } from '#dev/testing/portal.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { seriesOf } from '#dev/testing/series.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { dayInIndia } from '#shared/format.ts';

const header = 'Certificate number,Name,Degree,Date,Serial number';

const portal = await filePortal();
const [admin, second] = await portal.asEach('admin', 'admin');
const office = await createOffice(portal);

async function check(...lines: string[]) {
  const id = await uploadSpreadsheet(admin, 'earlier_certificates', csvOf(header, ...lines));
  return importIn(admin, id, 'checked');
}

async function write(...lines: string[]) {
  const { id } = await check(...lines);
  await second.api.imports.commitImport({ id });
  return importIn(admin, id, 'committed');
}

async function faultsOf(...lines: string[]) {
  const { rows } = await admin.api.imports.listImportFaults({ id: (await check(...lines)).id });
  return rows.map(({ rowNumber, field, code, found }) => [rowNumber, field, code, found]);
}

function verify(number: string, serial: string) {
  return portal.anonymous.api.verification.verifyCertificate({ number, serial });
}

test('a stranger who has number and serial is told of both and of nothing else', async () => {
  await write(
    '2018/000123,Asha Rao,Bachelor of Arts,12/03/2019,B004711',
    'SU/1/11,Ravi Bhat,MA,01/02/1987,X-17',
  );
  for (const [number, serial] of [
    ['2018/000123', 'B004711'],
    [' 2018-123 ', 'b 4711'],
    ['2018 0123', 'B-004711'],
  ] as const)
    expect(await verify(number, serial)).toEqual({
      verdict: 'issued_before',
      convocationNumber: '2018/000123',
      serial: 'B004711',
      university: 'Vishwavidya University of Karnataka',
    });
  expect(await verify('su/1/11', 'x17')).toMatchObject({ verdict: 'issued_before', serial: 'X-17' });
});

test('of two whose numbers fall together each is known by its serial', async () => {
  await write('2018/000131,Asha Rao,BA,12/03/2019,TW000031', '2018/000132,Ravi Bhat,BA,12/03/2019,TW000032');
  await runWithoutTriggers(
    portal,
    "update earlier_certificates set number = '2018-131', number_twin = 2 where number = '2018/000132'",
  );
  for (const serial of ['TW000031', 'TW000032'])
    expect(await verify('2018/131', serial)).toMatchObject({ verdict: 'issued_before', serial });
});

test('whatever does not belong together is unknown, in the same words', async () => {
  const unknown = { verdict: 'unknown', university: 'Vishwavidya University of Karnataka' };
  for (const [number, serial] of [
    ['2018/000123', 'X-17'],
    ['SU/1/11', 'B004711'],
    ['SU/11/1', 'X-17'],
    ['2018/000124', 'B004711'],
    ['2018/000123', 'B0047110'],
    ['2018/000123', '-'],
    ['2017/999999', 'Z9'],
  ] as const)
    expect(await verify(number, serial), `${number} ${serial}`).toEqual(unknown);
  expect(
    await portal.anonymous.api.verification.verifyCertificate({ number: '2018/000123', code: 'ABCDE-FGHJK' }),
  ).toEqual(unknown);
});

test('one of code and serial is asked about', async () => {
  const ask = (question: { number: string; code?: string; serial?: string }) =>
    expectDomainError(portal.anonymous.api.verification.verifyCertificate(question), 'request.invalid');
  const both = await ask({ number: '2018/000123', code: 'ABCDE-FGHJK', serial: 'B004711' });
  expect(issuesOf(both).map(({ path }) => path)).toEqual(['code']);
  expect(issuesOf(await ask({ number: '2018/000123' })).map(({ path }) => path)).toEqual(['code']);
  for (const number of [' ', '-']) await ask({ number, serial: 'B004711' });
  await ask({ number: '2018/000123', serial: ' ' });
});

test('rows that contradict each other or the register are refused by row and column', async () => {
  const row = (number: string, serial: string, { name = 'Asha Rao', date = '12/03/2019' } = {}) =>
    `${number},${name},BA,${date},${serial}`;
  expect(
    await faultsOf(
      row('2001/1', 'C1'),
      row('2001-000001', 'C2'),
      row('2001/2', 'D5'),
      row('2001/3', 'd 000005'),
      row('2001/4', 'C4', { name: '' }),
      row('2001/5', ''),
      row('2001/6', 'C6', { date: dayInIndia(new Date(Date.now() + 86_400_000)) }),
      row('2001/7', 'C7', { date: '2019-02-30' }),
      row('2001/8', 'C8', { name: 'Asha 999941057058' }),
      row('none', 'C9'),
      row('2001/10', 'B004711'),
    ),
  ).toEqual([
    [2, 'number', 'repeated', '2001/1'],
    [3, 'number', 'repeated', '2001-000001'],
    [4, 'serial', 'repeated', 'D5'],
    [5, 'serial', 'repeated', 'd 000005'],
    [6, 'name', 'missing', ''],
    [7, 'serial', 'missing', ''],
    [8, 'issuedOn', 'format', expect.any(String)],
    [9, 'issuedOn', 'format', '2019-02-30'],
    [10, 'name', 'format', 'Asha XXXXXXXX7058'],
    [11, 'number', 'format', 'none'],
    [12, 'serial', 'taken', 'B004711'],
  ]);
});

test('a corrected upload changes what it has otherwise; two certificates may exchange their serials', async () => {
  await write('1999/1,Asha Rao,BA,12/03/1999,E1', '1999/2,Ravi Bhat,BA,12/03/1999,E2');
  const lines = [
    '1999/1,Asha Rao,BA,12/03/1999,E2',
    '1999/2,Ravi Bhat,BA,12/03/1999,E1',
    '1999/3,A B,BA,12/03/1999,E3',
  ];
  expect(await write(...lines)).toMatchObject({ newCount: 1, changedCount: 2 });
  expect(await verify('1999/1', 'E2')).toMatchObject({ verdict: 'issued_before' });
  expect(await verify('1999/1', 'E1')).toMatchObject({ verdict: 'unknown' });
  expect(await check(...lines)).toMatchObject({ unchangedCount: 3 });
});

describe('beside what the portal gives', () => {
  let given: string;
  let people: { receiver: StaffCaller; caseWorker: StaffCaller };
  beforeAll(async () => {
    people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };
  });

  test('the series of a year goes on after the earlier numbers', async () => {
    await write('2026/000041,Asha Rao,BA,12/03/2019,F1', '2026/40,Ravi Bhat,BA,12/03/2019,F2');
    const { convocationNumber } = await verifiedCertificate(people, office, { academicYear: '2025-26' });
    expect(convocationNumber).toBe('2026/000042');
    given = convocationNumber;
  });

  test('a number that was given, or is to come, is of no earlier certificate', async () => {
    expect(await faultsOf('2026/42,Asha Rao,BA,12/03/2019,G1', '2026/43,Ravi Bhat,BA,12/03/2019,G2')).toEqual(
      [
        [2, 'number', 'taken', '2026/42'],
        [3, 'number', 'taken', '2026/43'],
      ],
    );
    expect(await verify(given, 'F1')).toMatchObject({ verdict: 'unknown' });
  });

  test('a series of any pattern begins after the earlier numbers of its count', async () => {
    const { certificateType } = await seriesOf(portal, { pattern: 'EB/{yy1}-{yy2}/{n:4}' });
    const number = async (academicYear: string) =>
      (await verifiedCertificate(people, office, { certificateType, academicYear })).convocationNumber;
    await write('EB/24-25/0030,Asha Rao,BA,12/03/2019,H1', 'eb 24 25 31,Ravi Bhat,BA,12/03/2019,H2');
    expect(await number('2024-25')).toBe('EB/24-25/0032');
    expect(await number('2023-24')).toBe('EB/23-24/0001');
    expect(
      await faultsOf('EB/24-25/33,Asha Rao,BA,12/03/2019,I1', 'EB/22-23/7,A B,BA,12/03/2019,I2'),
    ).toEqual([[2, 'number', 'taken', 'EB/24-25/33']]);
  });

  test('a number that came between is never given twice', async () => {
    // As if the counter had been set back past the portal.
    await sql`update number_counters set last_number = 40 where series like 'certificates % 2026'`.execute(
      portal.services.db,
    );
    const id = await receiveApplication(people.receiver, office, { academicYear: '2025-26' });
    await expectDomainError(
      people.caseWorker.api.applications.verifyApplication({ id, version: 1 }),
      'applications.number_taken',
    );
    await sql`update number_counters set last_number = 42 where series like 'certificates % 2026'`.execute(
      portal.services.db,
    );
    expect(await people.caseWorker.api.applications.verifyApplication({ id, version: 1 })).toMatchObject({
      convocationNumber: '2026/000043',
    });
  });

  test('a serial is of an earlier certificate or in stock, whichever came first', async () => {
    const delivery = {
      paperId: office.paperId,
      serialPrefix: 'B',
      firstSerial: 4_700,
      lastSerial: 4_800,
      totalQuantity: 101,
      receivedOn: dayInIndia(new Date()),
    };
    await expectDomainError(admin.api.stock.receiveBlanks(delivery), 'stock.serials_of_earlier');
    const { id } = await admin.api.stock.receiveBlanks({
      ...delivery,
      firstSerial: 4_712,
      totalQuantity: 89,
    });
    await expectDomainError(
      admin.api.stock.editBlankReceipt({ ...delivery, id, version: 1 }),
      'stock.serials_of_earlier',
    );
    expect(await faultsOf('2001/11,Asha Rao,BA,12/03/2019,b 4712')).toEqual([
      [2, 'serial', 'taken', 'b 4712'],
    ]);
  });

  test('none is written past its upload, or without a second person', async () => {
    const { id } = await check('2001/12,Asha Rao,BA,12/03/2019,H12');
    const insert = (importId: string) =>
      constraintOf(
        sql`insert into earlier_certificates (id, number, name, degree, issued_on, serial, import_id)
            values (gen_random_uuid(), '2001/99', 'Asha Rao', 'BA', '2019-03-12', 'H99', ${importId})`.execute(
          portal.services.db,
        ),
      );
    expect(await insert(id)).toBe('earlier_certificates__is_uploaded');
    await sql`update imports set state = 'committing', committed_by = uploaded_by, commit_request_id = '-' where id = ${id}`.execute(
      portal.services.db,
    );
    expect(await insert(id)).toBe('earlier_certificates__confirmed_by_another');
  });
});

test('strangers who guess are held back, as with codes', async () => {
  let refused: unknown = null;
  for (let guess = 0; guess < 130 && refused === null; guess += 1)
    await verify('2018/000123', `GUESS${guess}`).catch((error: unknown) => {
      refused = error;
    });
  expect(refused).toMatchObject({ code: 'request.too_many' });
});
