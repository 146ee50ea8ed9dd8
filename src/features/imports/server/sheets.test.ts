import { writeXlsx as writeWorkbook } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { createOffice } from '#dev/testing/factories.ts';
import { sharedPortal } from '#dev/testing/portal.ts';
import { csvOf, importIn, postSpreadsheet, uploadSpreadsheet, workbookOf } from '#dev/testing/uploads.ts';

const header = ['College code', 'Registration number', 'Exam roll number', 'Student name', 'Address'];
const student = ['COL001', 'REG1', '2401', 'Asha Rao', 'Mysuru'];

const portal = await sharedPortal();
const admin = await portal.as('admin');
await createOffice(portal);

async function refusalOf(bytes: Uint8Array) {
  const response = await postSpreadsheet(admin, '/api/imports?of=students&name=upload', bytes);
  const { code, detail } = (await response.json()) as { code: string; detail: string };
  return { status: response.status, code, detail };
}

describe('a file that is no sheet', () => {
  const files: [string, Uint8Array, string][] = [
    ['empty', new Uint8Array(), 'files.empty'],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'sheets.wrong_content'],
    ['bytes', Buffer.from([1, 2, 0, 4, 5, 6, 7, 8]), 'sheets.wrong_content'],
    ['protected by a password', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'sheets.protected'],
    ['half a workbook', Buffer.from('PK\x03\x04 and nothing else'), 'sheets.damaged'],
    ['UTF-16', Buffer.from('\uFEFFCollege code,Name', 'utf16le'), 'sheets.wrong_encoding'],
    [
      'Windows-1252',
      Buffer.from('College code,Name,Address\nCOL001,Andr\xe9,Mysuru\n', 'latin1'),
      'sheets.wrong_encoding',
    ],
    ['without a header', csvOf(student.join(), student.join()), 'imports.no_header'],
    ['a header alone', csvOf(header.join(), ',,,,'), 'imports.empty'],
  ];
  test.each(files)('%s is refused at once, and nothing is kept of it', async (_what, bytes, code) => {
    const before = (await admin.api.imports.listImports({})).rows.length;
    expect((await refusalOf(bytes)).code).toBe(code);
    expect((await admin.api.imports.listImports({})).rows).toHaveLength(before);
  });

  test('is refused by the check when its fault lies further down', async () => {
    const long = Array.from({ length: 3_000 }, (_one, index) => `COL001,REG${index},,Asha Rao,Mysuru`);
    const garbled = Buffer.concat([
      csvOf(header.join(), ...long),
      Buffer.from('COL001,R,,Andr\xe9,Mysuru\n', 'latin1'),
    ]);
    const refused = await importIn(admin, await uploadSpreadsheet(admin, 'students', garbled), 'refused');
    expect(refused.failure!.message).toMatch(/^The file is not in UTF-8 \(near row /);
    const good = Array.from({ length: 5 }, (_one, index) => `COL001,R${index},,Asha Rao,Mysuru`);
    const rest = Array<string>(6_000).fill('COL001,REG9,,Asha Rao,Mysuru and some more');
    const open = csvOf(header.join(), ...good, 'COL001,R9,,"Asha Rao,Mysuru', ...rest);
    const second = await importIn(admin, await uploadSpreadsheet(admin, 'students', open), 'refused');
    expect(second.failure!.message).toMatch(/^A quotation mark that opens at or after row 7 is never closed/);
  });
});

test('a workbook gives the same report as the same rows in CSV, whatever the delimiter', async () => {
  const rows = [
    ['  college_CODE ', 'Reg. No.', 'ROLL NO', 'Candidate Name', 'ADDRESS'],
    student,
    ['COL009', 'REG2', '2402', 'B Rao', 'Mysuru'],
    ['', '', '', '', ''],
    ['COL001', 'REG3', '2401', '', 'Hassan'],
  ];
  const csv = (delimiter: string) => csvOf(...rows.map((row) => row.join(delimiter)));
  const uploads = [
    csv(','),
    csv(';'),
    csv('\t'),
    Buffer.concat([Buffer.from('\uFEFF'), csv(',')]),
    await workbookOf(rows),
  ];
  const reports = [];
  for (const bytes of uploads) {
    const id = await uploadSpreadsheet(admin, 'students', bytes, 'whatever.pdf');
    const { newCount, faultyCount, rowCount, faultKinds } = await importIn(admin, id, 'checked');
    const faults = (await admin.api.imports.listImportFaults({ id })).rows.map(
      ({ id: _id, ...fault }) => fault,
    );
    reports.push({ newCount, faultyCount, rowCount, faultKinds, faults });
  }
  expect(reports[0]).toMatchObject({ newCount: 0, faultyCount: 3, rowCount: 3 });
  expect(reports[0]!.faults.map(({ rowNumber }) => rowNumber)).toEqual([2, 3, 5, 5]);
  for (const report of reports) expect(report).toEqual(reports[0]);
});

test('numbers, dates and a second sheet of a workbook are read as they are shown, and said so', async () => {
  const workbook = await writeWorkbook({
    sheets: [
      {
        name: 'Autumn',
        rows: [header, ['COL001', 4_240_001_234, 24_000_123, 'Asha Rao', new Date('2026-03-07T00:00:00Z')]],
      },
      { name: 'Spring', rows: [['something else']] },
    ],
  });
  const upload = await importIn(admin, await uploadSpreadsheet(admin, 'students', workbook), 'checked');
  // A date is no address.
  expect(upload).toMatchObject({ sheetName: 'Autumn', ignoredSheets: 1, newCount: 0, faultyCount: 1 });
  expect(upload.samples.map(([first]) => first)).toEqual([
    'COL001',
    '4240001234',
    '24000123',
    'Asha Rao',
    '07/03/2026',
  ]);
});

describe('columns', () => {
  test('are asked for when their headers do not tell', async () => {
    const id = await uploadSpreadsheet(
      admin,
      'students',
      csvOf('Institution,Reg No,Learner,Lives at', 'COL001,REG1,Asha Rao,Mysuru'),
    );
    const upload = await importIn(admin, id, 'mapping');
    expect(upload.columns).toMatchObject({
      code: null,
      registrationNumber: 1,
      examRollNumber: null,
      name: null,
      nameNative: null,
      address: null,
    });
    const columns = { ...upload.columns, code: 0, name: 2 };
    const refused = await expectDomainError(
      admin.api.imports.mapImport({ id, columns }),
      'imports.column_missing',
    );
    expect(refused.message).toBe("Choose the column that holds 'Address'.");
    await expectDomainError(
      admin.api.imports.mapImport({ id, columns: { ...columns, address: 9 } }),
      'imports.column_missing',
    );
    await admin.api.imports.mapImport({ id, columns: { ...columns, address: 3 } });
    expect(await importIn(admin, id, 'checked')).toMatchObject({ newCount: 1, faultyCount: 0 });
  });

  test('may be chosen again after the report', async () => {
    const id = await uploadSpreadsheet(
      admin,
      'students',
      csvOf(header.join(), 'COL001,REG1,x,Mysuru,Asha Rao'),
    );
    const upload = await importIn(admin, id, 'checked');
    await admin.api.imports.mapImport({ id, columns: { ...upload.columns, name: 4, address: 3 } });
    expect(await importIn(admin, id, 'checked')).toMatchObject({ rowCount: 1, faultyCount: 0 });
  });
});

test.each(['csv', 'xlsx'])('the template as %s is a file that can be uploaded as it is', async (format) => {
  for (const kind of ['students', 'colleges'] as const) {
    const response = await admin.fetch(`/api/import-templates/${kind}?format=${format}`);
    const id = await uploadSpreadsheet(admin, kind, new Uint8Array(await response.arrayBuffer()));
    expect(await importIn(admin, id, 'checked')).toMatchObject({ rowCount: 1, faultyCount: 0, newCount: 1 });
  }
});
