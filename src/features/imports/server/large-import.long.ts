import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { writeXlsxStream } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { createOffice } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import {
  downloadRows,
  importIn,
  spreadsheetOf,
  uploadCorrected,
  uploadSpreadsheet,
} from '#dev/testing/uploads.ts';
import { readCsv } from '#platform/server/spreadsheets/csv.ts';
import { openTable } from '#platform/server/spreadsheets/open-table.ts';
import { studentAward } from '#shared/award-record.ts';
import type { SpreadsheetFormat } from '#shared/spreadsheet-format.ts';
import { type FaultKind, faultHeader } from '../contract.ts';
import { columnsOfFields } from '../declared-columns.ts';

const rows = 100_000;
const mebibyte = 1024 * 1024;
/** A hundred thousand rows are 13 MiB of text; held at once as objects they would be several times that. */
const mostGrowth = 64 * mebibyte;

const award = columnsOfFields(studentAward);
const header = [
  'College code',
  'Registration number',
  'Exam roll number',
  'Student name',
  'Name in Kannada or Devanagari',
  'Address',
  ...award.map((column) => column.header),
];

type Plant = { field: string | null; code: string; spoil(row: string[], index: number): string[] };

const cell = (place: number, value: string) => (row: string[]) => row.with(place, value);
const awardCell = (field: keyof typeof studentAward, value: string) =>
  cell(6 + award.findIndex((column) => column.field === field), value);

/** Each kind of fault is planted in every thousandth row, from its own place in the thousand on. */
const plants: Plant[] = [
  { field: 'code', code: 'missing', spoil: cell(0, '') },
  { field: 'code', code: 'unknown', spoil: cell(0, 'COL999') },
  { field: 'registrationNumber', code: 'missing', spoil: cell(1, '') },
  { field: 'registrationNumber', code: 'too_long', spoil: cell(1, 'R'.repeat(31)) },
  {
    field: 'registrationNumber',
    code: 'repeated',
    spoil: (row, index) => row.with(1, `TWICE${index - (index % 2_000)}`),
  },
  {
    field: 'examRollNumber',
    code: 'repeated',
    spoil: (row, index) => row.with(2, `TWICE${index - (index % 2_000)}`),
  },
  { field: 'examRollNumber', code: 'taken', spoil: cell(2, 'TAKEN') },
  { field: 'name', code: 'missing', spoil: cell(3, '') },
  { field: 'name', code: 'too_long', spoil: cell(3, 'A'.repeat(121)) },
  { field: 'name', code: 'format', spoil: cell(3, 'ಆಶಾ ರಾವ್') },
  { field: 'name', code: 'unreadable', spoil: cell(3, 'Ash\uFFFD Rao') },
  { field: 'nameNative', code: 'format', spoil: cell(4, 'Asha Rao') },
  { field: 'address', code: 'missing', spoil: cell(5, '') },
  { field: 'address', code: 'too_long', spoil: cell(5, 'M'.repeat(301)) },
  { field: null, code: 'cells', spoil: (row) => [...row, 'one too many'] },
  { field: 'dateOfBirth', code: 'format', spoil: awardCell('dateOfBirth', '31/02/2002') },
  { field: 'gender', code: 'format', spoil: awardCell('gender', 'unknown') },
  { field: 'fatherName', code: 'format', spoil: awardCell('fatherName', 'ரமேஷ்') },
  { field: 'mobile', code: 'format', spoil: awardCell('mobile', '98450') },
  { field: 'email', code: 'format', spoil: awardCell('email', 'asha at mail') },
  { field: 'postalPin', code: 'format', spoil: awardCell('postalPin', '5700') },
  { field: 'abcId', code: 'spreadsheet', spoil: awardCell('abcId', '1.23457E+11') },
  { field: 'division', code: 'too_long', spoil: awardCell('division', 'D'.repeat(61)) },
  { field: 'percentage', code: 'format', spoil: awardCell('percentage', '178.5') },
  { field: 'cgpa', code: 'format', spoil: awardCell('cgpa', '10.5') },
  { field: 'cgpaScale', code: 'format', spoil: awardCell('cgpaScale', 'ten') },
  { field: 'examinationMonth', code: 'format', spoil: awardCell('examinationMonth', 'Summer 2024') },
  { field: 'resultDate', code: 'format', spoil: awardCell('resultDate', '28/06/2999') },
  { field: 'attendance', code: 'format', spoil: awardCell('attendance', 'perhaps') },
];

function plantOf(index: number): Plant | undefined {
  return plants[index % 1_000];
}

function* sheet(): Generator<string[]> {
  yield header;
  for (let index = 0; index < rows; index += 1) {
    const good = [
      ...['COL001', `REG${index}`, `24${index}`, 'Asha Rao', 'ಆಶಾ ರಾವ್', '12, Temple Road, Mysuru'],
      ...award.map((column) => column.example),
    ];
    yield plantOf(index)?.spoil(good, index) ?? good;
  }
}

/** What the report has to say: which kinds there are, and in how many rows each. */
function expectedKinds(): FaultKind[] {
  const kinds = plants.map(({ field, code }) => ({
    ...{ field, level: 'error', code },
    ...{ count: rows / 1_000, acceptedCount: 0 },
  }));
  // A number that only one of a pair of rows has is not repeated; the roll number that is taken is repeated as well.
  return kinds.map((kind) =>
    kind.code === 'repeated' && kind.field === 'examRollNumber'
      ? { ...kind, count: 2 * (rows / 1_000) }
      : kind,
  ) as FaultKind[];
}

const portal = await filePortal({ worker: true });
const admin = await portal.as('admin');
const { collegeId } = await createOffice(portal);
await admin.api.students.addStudent({
  name: 'Old Student',
  nameNative: '',
  collegeId,
  address: 'Mysuru',
  registrationNumber: 'OLD1',
  examRollNumber: 'TAKEN',
});

describe.each(['csv', 'xlsx'] as const)(`${rows} students in %s`, (format) => {
  test('with planted faults are reported exactly, in flat memory, and corrected they complete the set', async () => {
    const bytes = await (format === 'csv' ? asCsv(sheet()) : asWorkbook(sheet()));
    const memory = watchMemory();
    const id = await uploadSpreadsheet(admin, 'students', bytes, `all.${format}`);
    const report = await importIn(admin, id, 'checked', 240_000);
    const growth = memory.stop();

    const faulty = (rows / 1_000) * plants.length;
    expect(report).toMatchObject({ rowCount: rows, newCount: rows - faulty, faultyCount: faulty });
    expect(sorted(report.faultKinds)).toEqual(sorted(expectedKinds()));
    const { rows: first } = await admin.api.imports.listImportFaults({ id, limit: 16 });
    expect(first.map(({ rowNumber }) => rowNumber).slice(0, 6)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(growth).toBeLessThan(mostGrowth);

    await uploadCorrected(admin, id, await corrected(id, format));
    const clean = await importIn(admin, id, 'checked', 120_000);
    expect(clean).toMatchObject({ rowCount: rows, newCount: rows, faultyCount: 0 });
    await admin.api.imports.cancelImport({ id });
  }, 300_000);
});

// Plainer than the portal writes its own files: a row may have more cells than the header.
async function asCsv(each: Iterable<string[]>): Promise<Buffer> {
  return Buffer.from([...each].map((row) => row.map((value) => `"${value}"`).join()).join('\r\n'));
}

async function asWorkbook(each: Iterable<string[]>): Promise<Buffer> {
  return Buffer.from(await new Response(writeXlsxStream(each, { name: 'Students' })).arrayBuffer());
}

/** The file of faulty rows with every row put right, as somebody would do it in a spreadsheet program. */
async function corrected(id: string, format: SpreadsheetFormat): Promise<Buffer> {
  const bytes = await downloadRows(admin, id, format);
  const faulty =
    format === 'csv'
      ? readCsv(Readable.from([bytes]), ',')
      : (await openTable(Readable.from([bytes]), { format: 'xlsx' })).rows;
  async function* put() {
    for await (const { number, cells } of faulty) {
      if (number === 1) continue;
      const wrong = cells.at(-1)!;
      const index = wrong.match(/\d+/)?.[0];
      const corrected = ['COL001', `REG${index}M`, `24${index}M`, 'Asha Rao', '', 'Mysuru'];
      yield [...corrected, ...award.map((column) => column.example), wrong];
    }
  }
  return spreadsheetOf(format, [...header, faultHeader], put());
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** How far what is in use, garbage left out, rises above where it began. */
function watchMemory(): { stop(): number } {
  const used = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, used());
  }, 500);
  return {
    stop() {
      clearInterval(watch);
      return most - before;
    },
  };
}

function sorted(kinds: FaultKind[]): FaultKind[] {
  return kinds.toSorted((a, b) => `${a.field} ${a.code}`.localeCompare(`${b.field} ${b.code}`));
}
