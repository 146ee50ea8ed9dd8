import { Readable } from 'node:stream';
import { writeXlsx as writeWorkbook } from 'hucre/xlsx';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { createOffice } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { sendRawRequest } from '#dev/testing/raw-request.ts';
import {
  csvOf,
  downloadRows,
  importIn,
  postSpreadsheet,
  uploadCorrected,
  uploadSpreadsheet,
  workbookOf,
} from '#dev/testing/uploads.ts';
import { shownActorName } from '#platform/server/db/audit-chain.ts';
import { readCsv } from '#platform/server/spreadsheets/csv.ts';
import { openTable } from '#platform/server/spreadsheets/open-table.ts';
import { type Fault, type ImportDetail, maximumBytes } from '../contract.ts';

const header =
  'College code,Registration number,Exam roll number,Student name,Name in Kannada or Devanagari,Address';

const portal = await filePortal();
const admin = await portal.as('admin', { name: 'Asha Rao' });
await createOffice(portal);
beforeEach(async () => {
  await portal.services.db.deleteFrom('students').execute();
});

async function check(...lines: string[]): Promise<ImportDetail> {
  return importIn(admin, await uploadSpreadsheet(admin, 'students', csvOf(...lines)), 'checked');
}

async function commit(id: string): Promise<ImportDetail> {
  await admin.api.imports.commitImport({ id });
  return importIn(admin, id, 'committed');
}

async function faultsOf(id: string): Promise<Omit<Fault, 'id'>[]> {
  const { rows } = await admin.api.imports.listImportFaults({ id });
  return rows.map(({ id: _id, ...fault }) => fault);
}

function students() {
  return portal.services.db
    .selectFrom('students')
    .select(['registration_number', 'exam_roll_number', 'name', 'name_native', 'address', 'version'])
    .orderBy('registration_number')
    .execute();
}

function counts({ newCount, changedCount, unchangedCount, faultyCount }: ImportDetail) {
  return { newCount, changedCount, unchangedCount, faultyCount };
}

async function rowsOfCsv(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of readCsv(Readable.from([bytes]), ',')) rows.push(cells);
  return rows;
}

describe('what a spreadsheet program made of a number', () => {
  const changed = [
    ['REG01', '2.61E+07'],
    ['01/02/2026', '2401'],
    ['REG03', '01-Feb-26'],
    ['1.23457E+11', '2402'],
    ['Feb-26', ''],
  ] as const;

  test('is a fault of its own that says what to do, in the report and in the file of faulty rows', async () => {
    const rows = changed.map(([reg, roll]) => `COL001,${reg},${roll},Asha Rao,,Mysuru`);
    const report = await check(header, ...rows, 'COL001,2E10,24/10/12,Asha Rao,,Mysuru');
    expect(counts(report)).toMatchObject({ newCount: 1, faultyCount: 5 });
    const faults = await faultsOf(report.id);
    expect(faults.map(({ rowNumber, field, code, found }) => [rowNumber, field, code, found])).toEqual([
      [2, 'examRollNumber', 'spreadsheet', '2.61E+07'],
      [3, 'registrationNumber', 'spreadsheet', '01/02/2026'],
      [4, 'examRollNumber', 'spreadsheet', '01-Feb-26'],
      [5, 'registrationNumber', 'spreadsheet', '1.23457E+11'],
      [6, 'registrationNumber', 'spreadsheet', 'Feb-26'],
    ]);
    expect(faults[0]!.wanted).toMatch(/rounded it and wrote it with an exponent.*Format the column as Text/);
    expect(faults[1]!.wanted).toMatch(/turned it into a date.*Format the column as Text/);
    const [, first] = await rowsOfCsv(await downloadRows(admin, report.id, 'csv'));
    expect(first!.at(-1)).toMatch(/^Row 2\. Exam roll number: found '2\.61E\+07'.*Format the column as Text/);
  });

  test('is found in the numbers and dates of a workbook, too', async () => {
    const rows = [
      header.split(','),
      ['COL001', 1_234_567_890_123_456, 26_100_012_345, 'Asha Rao', null, 'Mysuru'],
      ['COL001', 'REG02', new Date(Date.UTC(2026, 1, 1)), 'Asha Rao', null, 'Mysuru'],
      ['COL001', 261_000_123_456_789, 24_101, 'Asha Rao', null, 'Mysuru'],
    ];
    const bytes = await writeWorkbook({ sheets: [{ name: 'Students', rows }] });
    const id = await uploadSpreadsheet(admin, 'students', bytes, 'students.xlsx');
    const report = await importIn(admin, id, 'checked');
    const faults = await faultsOf(report.id);
    expect(faults.map(({ rowNumber, field, code, found }) => [rowNumber, field, code, found])).toEqual([
      [2, 'registrationNumber', 'spreadsheet', '1.23456789012346E+15'],
      [3, 'examRollNumber', 'spreadsheet', '01/02/2026'],
    ]);
    expect(counts(report)).toMatchObject({ newCount: 1, faultyCount: 2 });
  });
});

test('a file of more than 100 MiB is refused as that before it is read', async () => {
  const answer = await sendRawRequest(portal.url, {
    method: 'POST',
    path: '/api/imports?of=students&name=a.csv',
    headers: {
      cookie: admin.cookie,
      'content-type': 'application/octet-stream',
      'content-length': String(maximumBytes + 1),
    },
  });
  expect([answer.status, answer.code]).toEqual([413, 'imports.too_large']);
});

describe('a clean file', () => {
  test('is written as a whole, once, with one event that names file and person', async () => {
    const file = csvOf(
      header,
      'col 001,REG001,2401,Asha Rao,ಆಶಾ ರಾವ್,"12, Temple Road"',
      'COL002,REG001,,B. Rao,,Mysuru',
    );
    const first = await importIn(admin, await uploadSpreadsheet(admin, 'students', file), 'checked');
    expect(counts(first)).toEqual({ newCount: 2, changedCount: 0, unchangedCount: 0, faultyCount: 0 });
    expect(await students()).toEqual([]);

    const committed = await commit(first.id);
    expect(committed).toMatchObject({ committedBy: 'Asha Rao', uploadedBy: 'Asha Rao' });
    const written = await students();
    expect(written.map((student) => [student.name, student.exam_roll_number, student.version])).toEqual([
      ['Asha Rao', '2401', 1],
      ['B. Rao', null, 1],
    ]);
    const event = await portal.services.db
      .selectFrom('audit_events')
      .select([shownActorName.as('actor_name'), 'after'])
      .where('event', '=', 'students.imported')
      .where('record_id', '=', first.id)
      .executeTakeFirstOrThrow();
    expect(event).toEqual({
      actor_name: 'Asha Rao',
      after: {
        added: 2,
        changed: 0,
        unchanged: 0,
        files: [{ name: 'students.csv', sha256: first.files[0]!.sha256 }],
      },
    });

    const second = await importIn(admin, await uploadSpreadsheet(admin, 'students', file), 'checked');
    expect(counts(second)).toEqual({ newCount: 0, changedCount: 0, unchangedCount: 2, faultyCount: 0 });
    await expectDomainError(admin.api.imports.commitImport({ id: second.id }), 'imports.nothing_new');
    expect(await students()).toEqual(written);
  });

  test('changes what it has differently, and empties nothing', async () => {
    await commit(
      (await check(header, 'COL001,REG1,1,Asha Rao,ಆಶಾ,Mysuru', 'COL001,REG2,2,B Rao,,Mysuru')).id,
    );
    const changed = await check(header, 'COL001,reg1,2,Asha Rao,,Hassan', 'COL001,REG2,1,B Rao,,Mysuru');
    expect(counts(changed)).toEqual({ newCount: 0, changedCount: 2, unchangedCount: 0, faultyCount: 0 });
    await commit(changed.id);
    expect(await students()).toEqual([
      {
        registration_number: 'REG2',
        exam_roll_number: '1',
        name: 'B Rao',
        name_native: null,
        address: 'Mysuru',
        version: 2,
      },
      {
        registration_number: 'reg1',
        exam_roll_number: '2',
        name: 'Asha Rao',
        name_native: 'ಆಶಾ',
        address: 'Hassan',
        version: 2,
      },
    ]);
  });
});

describe('a faulty row', () => {
  test('is told by row, column, what was found and what is wanted', async () => {
    await commit((await check(header, 'COL001,OLD1,9001,Old Student,,Mysuru')).id);
    const report = await check(
      header,
      ',REG02,,Asha Rao,,Mysuru',
      'COL001,,,Asha Rao,,Mysuru',
      'COL001,REG04,,,,Mysuru',
      'COL001,REG05,,Asha Rao,,',
      'COL999,REG06,,Asha Rao,,Mysuru',
      'COL001,REG07,,Asha Rao,,Mysuru',
      'COL001,reg07,,Asha Rao,,Mysuru',
      'COL001,REG09,77,Asha Rao,,Mysuru',
      'COL001,REG10,77,Asha Rao,,Mysuru',
      'COL001,REG11,9001,Asha Rao,,Mysuru',
      `COL001,${'R'.repeat(31)},,Asha Rao,,Mysuru`,
      `COL001,REG13,,${'A'.repeat(121)},,Mysuru`,
      'COL001,REG14,,Asha Rāṣo,,Mysuru',
      'COL001,REG15,,Asha Rao,Asha,Mysuru',
      `COL001,REG16,,Asha Rao,,${'M'.repeat(301)}`,
      'COL001,REG17,,Asha Rao,Mysuru',
      'COL001,REG18,,Ash\uFFFD Rao,,Mysuru',
      'COL001,REG19,,Good Student,,Mysuru',
    );
    expect(counts(report)).toEqual({ newCount: 1, changedCount: 0, unchangedCount: 0, faultyCount: 17 });
    const faults = await faultsOf(report.id);
    expect(faults.map(({ rowNumber, field, code }) => [rowNumber, field, code])).toEqual([
      [2, 'code', 'missing'],
      [3, 'registrationNumber', 'missing'],
      [4, 'name', 'missing'],
      [5, 'address', 'missing'],
      [6, 'code', 'unknown'],
      [7, 'registrationNumber', 'repeated'],
      [8, 'registrationNumber', 'repeated'],
      [9, 'examRollNumber', 'repeated'],
      [10, 'examRollNumber', 'repeated'],
      [11, 'examRollNumber', 'taken'],
      [12, 'registrationNumber', 'too_long'],
      [13, 'name', 'too_long'],
      [14, 'name', 'format'],
      [15, 'nameNative', 'format'],
      [16, 'address', 'too_long'],
      [17, null, 'cells'],
      [18, 'name', 'unreadable'],
    ]);
    const byRow = new Map(faults.map((fault) => [fault.rowNumber, fault]));
    expect(byRow.get(6)).toMatchObject({ found: 'COL999', wanted: 'The code of a college: COL001, COL002.' });
    expect(byRow.get(7)).toMatchObject({
      found: 'REG07',
      wanted: 'A number of its own; row 8 has the same.',
    });
    expect(byRow.get(8)!.wanted).toBe('A number of its own; row 7 has the same.');
    expect(byRow.get(11)).toMatchObject({
      found: '9001',
      wanted: 'A number of its own; Old Student (OLD1) has it.',
    });
    expect(byRow.get(12)!.wanted).toBe('At most 30 characters; these are 31.');
    expect(byRow.get(14)).toMatchObject({
      found: 'Asha Rāṣo',
      wanted: 'The letter ṣ cannot be printed; this field takes Latin letters only, as on the marks card.',
    });
    expect(byRow.get(17)).toMatchObject({
      found: '5 cells: COL001 | REG17 |  | Asha Rao | Mysuru',
      wanted: '6 cells, as in the header.',
    });
    expect(report.faultKinds).toHaveLength(15);
    await expectDomainError(admin.api.imports.commitImport({ id: report.id }), 'imports.faulty');
  });

  test('of colleges is told by the rules of their form', async () => {
    const id = await uploadSpreadsheet(
      admin,
      'colleges',
      csvOf(
        'College code,College name,Contact number,Address,Convocation fee',
        'COL007,Good College,0821 2345678,Mysuru,"₹1,200"',
        'COL008,Better College,0821 2345678,Mysuru,1200.00',
        'C-9,Best College,0821 2345678,Mysuru,1200',
        'COL010,Same Code,0821 2345678,Mysuru,1200',
        'col010,Same Code Again,0821 2345678,Mysuru,1200',
        'COL012,Same Name,0821 2345678,Mysuru,1200',
        'COL013,same name,0821 2345678,Mysuru,1200',
        'COL014,College COL001,0821 2345678,Mysuru,1200',
        'COL015,Free College,0821 2345678,Mysuru,0',
        'COL016,Odd College,0821 2345678,Mysuru,12.50',
        'COL017,Silent College,ask the peon,Mysuru,1200',
      ),
    );
    const report = await importIn(admin, id, 'checked');
    expect(counts(report)).toEqual({ newCount: 2, changedCount: 0, unchangedCount: 0, faultyCount: 9 });
    const faults = await faultsOf(id);
    expect(faults.map(({ rowNumber, field, code }) => [rowNumber, field, code])).toEqual([
      [4, 'code', 'format'],
      [5, 'code', 'repeated'],
      [6, 'code', 'repeated'],
      [7, 'name', 'repeated'],
      [8, 'name', 'repeated'],
      [9, 'name', 'taken'],
      [10, 'convocationFee', 'format'],
      [11, 'convocationFee', 'format'],
      [12, 'contactNumber', 'format'],
    ]);
    expect(faults[6]!.wanted).toBe('The fee must be more than zero.');
  });
});

describe('the file of faulty rows', () => {
  test.each(['csv', 'xlsx'] as const)('as %s, corrected, completes the set', async (format) => {
    const report = await check(
      `${header},Remarks,Fee paid`.replace('Address', 'address '),
      'COL001,REG1,1,Asha Rao,,Mysuru,=1+1,x',
      'COL001,REG2,2,As4a Rao,,Mysuru,=1+1,x',
      'COL001,REG3,3,,,Mysuru,,x',
      'COL001,REG3,4,Left Out,,Mysuru,,x',
    );
    const bytes = await downloadRows(admin, report.id, format);
    const rows = format === 'csv' ? await rowsOfCsv(bytes) : await rowsOfXlsx(bytes);
    expect(rows[0]!.at(-1)).toBe('What is wrong');
    expect(rows.slice(1).map((row) => row.slice(0, 4))).toEqual([
      ['COL001', 'REG2', '2', 'As4a Rao'],
      ['COL001', 'REG3', '3', ''],
      ['COL001', 'REG3', '4', 'Left Out'],
    ]);
    expect(rows[1]![6]).toBe(format === 'csv' ? "'=1+1" : '=1+1');
    expect(rows[2]!.at(-1)).toContain('Row 4. Student name: found nothing. Wanted: Enter the name');

    rows[1]![3] = 'Asha Devi';
    rows[2]![3] = 'C. Rao';
    for (let place = 0; place < rows[3]!.length - 1; place += 1) rows[3]![place] = '';
    await uploadCorrected(admin, report.id, await workbookOf(rows));
    const corrected = await importIn(admin, report.id, 'checked');
    expect(counts(corrected)).toEqual({ newCount: 3, changedCount: 0, unchangedCount: 0, faultyCount: 0 });
    expect(corrected.files).toHaveLength(2);
    await commit(report.id);
    expect((await students()).map(({ name }) => name)).toEqual(['Asha Rao', 'Asha Devi', 'C. Rao']);
  });

  test('that belongs to something else changes nothing', async () => {
    const report = await check(header, 'COL001,REG1,,As4a Rao,,Mysuru');
    const whole = await postSpreadsheet(
      admin,
      `/api/imports/${report.id}/corrected-rows?name=x.csv`,
      csvOf(header, 'COL001,REG1,,Asha Rao,,Mysuru'),
    );
    expect(await whole.json()).toMatchObject({ status: 422, code: 'imports.not_error_file' });
    await uploadCorrected(
      admin,
      report.id,
      csvOf(`${header},What is wrong`, 'COL001,REG1,,Asha Rao,,Mysuru,Row 7.'),
    );
    const after = await importIn(admin, report.id, 'checked');
    expect(after.failure!.message).toMatch(/^Row 2 of the corrected file/);
    expect(counts(after)).toEqual(counts(report));
    expect(after.files[1]!.failure).toEqual(after.failure);
  });

  test('is not taken once every row is good', async () => {
    const { id } = await check(header, 'COL001,REG1,,Asha Rao,,Mysuru');
    const response = await postSpreadsheet(
      admin,
      `/api/imports/${id}/corrected-rows?name=x.csv`,
      csvOf(`${header},What is wrong`, 'a,b,c,d,e,f,Row 2'),
    );
    expect(await response.json()).toMatchObject({ code: 'imports.nothing_faulty' });
  });
});

async function rowsOfXlsx(bytes: Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of (await openTable(Readable.from([bytes]), { format: 'xlsx' })).rows)
    rows.push(cells);
  return rows;
}
