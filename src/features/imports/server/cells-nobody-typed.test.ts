import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { damages, doubtfulNames, soundCells } from '#dev/testing/damaged-cells.testing.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { createOffice } from '#dev/testing/factories.ts';
import { fileClient, filePortal, type StaffCaller } from '#dev/testing/portal.ts';
import {
  csvRows,
  letterhead,
  serialOf,
  tabbedRows,
  today,
  webRows,
} from '#dev/testing/statement-files.testing.ts';
import { compoundFile, workbookParts, zipOf } from '#dev/testing/strange-files.testing.ts';
import { unique } from '#dev/testing/unique.ts';
import {
  downloadRows,
  importIn,
  postSpreadsheet,
  uploadCorrected,
  uploadSpreadsheet,
} from '#dev/testing/uploads.ts';
import { addDays, formatDay } from '#shared/format.ts';
import type { Fault, ImportKind } from '../contract.ts';

// Names of what is new.
const acceptPath = (id: string) => `/api/imports/${id}/accept-warnings`;
const doubtful = 'imports.doubtful';
const acceptedEvent = 'imports.warnings_accepted';
const changedCode = 'changed';
/** How many sheets are hidden. */
const hiddenSaid = 1;
type Said = Fault & { level: 'error' | 'warning'; acceptedBy: string | null };

const portal = await filePortal();
const owner = await fileClient(portal.ownerUrl);
const admin = await portal.as('admin', { name: 'Asha Rao' });
await createOffice(portal);

const header = ['College code', 'Registration number', 'Exam roll number', 'Student name', 'Address'];
const dated = [...header, 'Date of birth'];
const student = (...changes: [place: number, cell: string][]) => {
  const row = ['COL001', `00R${unique()}`, `0${24_000 + unique()}`, 'Meera Nair', 'Temple Road, Mysuru'];
  for (const [place, cell] of changes) row[place] = cell;
  return row;
};

async function check(rows: readonly string[][], of: ImportKind = 'students') {
  return importIn(admin, await uploadSpreadsheet(admin, of, csvRows(rows)), 'checked');
}

async function faultsOf(id: string): Promise<Said[]> {
  const faults: Said[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await admin.api.imports.listImportFaults({ id, ...(cursor ? { cursor } : {}) });
    faults.push(...(page.rows as Said[]));
    if (page.nextCursor === null) return faults;
    cursor = page.nextCursor;
  }
}

async function codeOfCommit(id: string): Promise<string> {
  const response = await admin.fetch(`/api/imports/${id}/commit`, json({}));
  return response.ok ? 'taken' : ((await response.json()) as { code: string }).code;
}

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const accept = (caller: StaffCaller, id: string, which: unknown) => caller.fetch(acceptPath(id), json(which));

async function storedOf(numbers: readonly string[]): Promise<Record<string, string | null>[]> {
  const { rows } = await owner.query(
    `select registration_number as number, exam_roll_number as roll, name, address, date_of_birth::text as born
       from students where registration_number = any($1) order by array_position($1, registration_number)`,
    [numbers],
  );
  return rows;
}

/** Uploads of every sort; `?` stands for a number of its own, and the cells with a kind are those that get damaged. */
const uploads: { of: ImportKind; header: string; row: string; cells: string }[] = [
  {
    of: 'students',
    header: `${header.join('|')}|Father’s name`,
    row: 'COL001|REG?|R?|Asha Rao|Temple Road|Ramesh Rao',
    cells: '|registrationNumber:number|examRollNumber:number|name:name|address:address|fatherName:name',
  },
  {
    of: 'colleges',
    header: 'College code|College name|Contact number|Address|Convocation fee',
    row: 'C?|College ?|0821 2345678|Temple Road|700',
    cells: '|name:text||address:address|',
  },
  {
    of: 'courses',
    header: 'Course / Degree|Level|Faculty|Degree title|Guide',
    row: 'COURSE ?|Diploma|Engineering|Diploma in Dyeing|Not named',
    cells: '||faculty:text|degreeTitle:text|',
  },
  {
    of: 'opening_drafts',
    header: 'Draft number|Date of the draft|Bank|Branch|Amount|Balance|College code',
    row: `?|${formatDay(addDays(today, -20))}|Canara Bank|Mysuru|700|0|COL001`,
    cells: 'number:number||bank:text|branch:text|||',
  },
  {
    of: 'earlier_certificates',
    header: 'Certificate number|Name|Degree|Date|Serial number',
    row: '2018/?|Asha Rao|Bachelor of Arts|12/03/2019|B?',
    cells: 'number:number|name:name|degree:text||serial:number',
  },
];

describe('a cell that nobody typed', () => {
  test.each(uploads)(
    'is an error of its row and column in $of, and stops all of it',
    async (upload) => {
      const damaged = upload.cells.split('|').flatMap((cell, place) => {
        const [field, kind] = cell.split(':');
        const fitting = Object.values(damages).filter(([of]) => kind && of.includes(kind));
        return fitting.map(([, cells]) => cells.map((text) => ({ place, field, text })));
      });
      const property = fc.asyncProperty(fc.tuple(...damaged), async (list) => {
        const rows = list.map(({ place, text }) => {
          const row = upload.row.replaceAll('?', () => String(100_000 + unique()));
          return row.split('|').with(place, text);
        });
        const { id } = await check([upload.header.split('|'), ...rows], upload.of);
        const errors = (await faultsOf(id)).filter(({ level }) => level === 'error');
        const said = new Set(errors.map(({ rowNumber, field }) => `${rowNumber} ${field}`));
        expect(list.filter(({ field }, at) => !said.has(`${at + 2} ${field}`))).toEqual([]);
        expect(await codeOfCommit(id)).toBe('imports.faulty');
      });
      await fc.assert(property, { numRuns: process.env.LONG_FORMS ? 20 : 2, endOnFailure: true });
    },
    3_600_000,
  );

  test('is an error where a workbook has the error itself, or a formula without its result', async () => {
    const [, number, roll] = student();
    const rows = [
      ['COL001', { error: '#N/A' }, roll!, 'Meera Nair', 'Mysuru'],
      ['COL001', number!, { error: '#REF!' }, 'Meera Nair', 'Mysuru'],
      ['COL001', `${number}1`, '', 'Meera Nair', { formula: 'VLOOKUP(B2,Old!A:B,2,0)' }],
    ];
    const bytes = zipOf(workbookParts([{ name: 'Students', rows: [header, ...rows] }]));
    const { id } = await importIn(admin, await uploadSpreadsheet(admin, 'students', bytes), 'checked');
    const told = (await faultsOf(id)).map((one) => `${one.rowNumber} ${one.field} ${one.level}`);
    expect(told).toEqual(['2 registrationNumber error', '3 examRollNumber error', '4 address error']);
  });

  test('is not seen in what people do type', async () => {
    const places = { number: 1, name: 3, address: 4 } as const;
    const rows = Object.entries(places).flatMap(([kind, place]) =>
      soundCells[kind as keyof typeof places].map((cell) => student([place, cell])),
    );
    const { id } = await check([header, ...rows]);
    expect(await faultsOf(id)).toEqual([]);
    expect(await codeOfCommit(id)).toBe('taken');
  });
});

describe('a doubt', () => {
  test('waits until a person accepts it, one by one or by its kind, and the log knows who', async () => {
    const rows = [...doubtfulNames, 'LNU'].map((name) => student([3, name]));
    const numbers = rows.map(([, number]) => number!);
    const { id } = await check([header, ...rows, student([4, 'NULL'])]);
    const warnings = await faultsOf(id);
    const told = warnings.map((one) => `${one.rowNumber} ${one.field} ${one.level} ${one.acceptedBy}`);
    const wanted = rows.map((_row, at) => `${at + 2} name warning null`);
    expect(told).toEqual([...wanted, `${rows.length + 2} address warning null`]);
    expect(await codeOfCommit(id)).toBe(doubtful);

    const others = await portal.asEach('case_worker', 'receiver', 'printer', 'auditor');
    for (const other of others)
      expect((await accept(other, id, { warningIds: [warnings[0]!.id] })).status).toBe(403);
    expect((await accept(admin, id, { warningIds: [987_654] })).status).toBeOneOf([404, 409, 422]);
    expect((await faultsOf(id)).every(({ acceptedBy }) => acceptedBy === null)).toBe(true);

    expect((await accept(admin, id, { warningIds: [warnings[0]!.id] })).status).toBe(200);
    expect((await faultsOf(id)).map(({ acceptedBy }) => acceptedBy)).toEqual(
      warnings.map((_one, place) => (place === 0 ? 'Asha Rao' : null)),
    );
    expect(await codeOfCommit(id)).toBe(doubtful);
    for (const { field, code } of warnings.slice(1)) await accept(admin, id, { field, code });
    expect((await faultsOf(id)).every(({ acceptedBy }) => acceptedBy === 'Asha Rao')).toBe(true);

    expect(await codeOfCommit(id)).toBe('taken');
    await importIn(admin, id, 'committed');
    expect((await storedOf(numbers)).map(({ name }) => name)).toEqual(rows.map((row) => row[3]));
    const { rows: events } = await owner.query(
      `select count(*)::int as count, bool_and(actor_id::text = $3) as is_own from audit_events
        where event = $1 and record_id = $2`,
      [acceptedEvent, id, admin.actor.id],
    );
    expect(events[0]!.is_own).toBe(true);
    expect(events[0]!.count).toBeGreaterThanOrEqual(2);
  });

  test('is said of a word for nothing in the place of a number, too', async () => {
    const { id } = await check([header, student([2, 'NULL']), student([2, 'nan'])]);
    const told = (await faultsOf(id)).map(({ rowNumber, field }) => `${rowNumber} ${field}`);
    expect(told).toEqual(['2 examRollNumber', '3 examRollNumber']);
    expect(await codeOfCommit(id)).toBeOneOf([doubtful, 'imports.faulty']);
  });

  test('does not let an error through, and no error can be accepted', async () => {
    const { id } = await check([header, student([3, 'LNU']), student([0, 'COL999'])]);
    const [warning, error] = await faultsOf(id);
    expect([warning!.level, error!.level]).toEqual(['warning', 'error']);
    expect((await accept(admin, id, { warningIds: [warning!.id] })).status).toBe(200);
    await accept(admin, id, { warningIds: [error!.id] });
    await accept(admin, id, { field: error!.field, code: error!.code });
    expect((await faultsOf(id))[1]!.acceptedBy).toBeNull();
    await expectDomainError(admin.api.imports.commitImport({ id }), 'imports.faulty');
  });
});

describe('the corrected file', () => {
  test('names each cell that changed though nobody asked, before and after, and none that was to be', async () => {
    const row = student([0, 'COL0O1'], [4, '2/3, Station Road']);
    const { id } = await check([header, student(), row, student()]);
    const sent = (await downloadRows(admin, id, 'csv')).toString().replace('COL0O1', 'COL001');
    const [number, roll] = [row[1]!.replace('00', ''), row[2]!.replace('0', '')];
    const spoilt = sent.replace(row[1]!, number).replace(`,${row[2]},`, `,${roll},`);
    await uploadCorrected(admin, id, Buffer.from(spoilt));
    await importIn(admin, id, 'checked');
    const changed = (await faultsOf(id)).filter(({ code }) => (code as string) === changedCode);
    expect(changed.map(({ rowNumber, field, level }) => [rowNumber, field, level])).toEqual([
      [3, 'registrationNumber', 'warning'],
      [3, 'examRollNumber', 'warning'],
    ]);
    for (const [at, after] of [number, roll].entries()) {
      const said = `${changed[at]!.found} ${changed[at]!.wanted}`;
      expect(said).toContain(row[at + 1]);
      expect(said.replaceAll(row[at + 1]!, '')).toContain(after);
    }
    expect(await codeOfCommit(id)).toBe(doubtful);
    for (const { field, code } of changed) await accept(admin, id, { field, code });
    expect(await codeOfCommit(id)).toBe('taken');
    await importIn(admin, id, 'committed');
    expect((await storedOf([number]))[0]).toMatchObject({ roll, address: '2/3, Station Road' });
  });
});

test('a cell that changed is said again where the same corrected file is sent a second time', async () => {
  const row = student([0, 'COL0O1']);
  const { id } = await check([header, row]);
  const sent = (await downloadRows(admin, id, 'csv')).toString().replace('COL0O1', 'COL001');
  const spoilt = Buffer.from(sent.replace(row[1]!, row[1]!.replace('00', '')));
  for (let time = 0; time < 2; time += 1) {
    await uploadCorrected(admin, id, spoilt);
    await importIn(admin, id, 'checked');
    const [said, ...others] = await faultsOf(id);
    expect(said).toMatchObject({ field: 'registrationNumber', code: changedCode, level: 'warning' });
    expect([said!.wanted.includes(row[1]!), others]).toEqual([true, []]);
  }
  await uploadCorrected(admin, id, Buffer.from(sent));
  await importIn(admin, id, 'checked');
  expect(await faultsOf(id)).toEqual([]);
});

test('warnings that came in since a person counted them are not accepted with the others', async () => {
  const { id } = await check([header, student([3, 'LNU']), student([3, 'U'])]);
  const which = { field: 'name', code: 'doubtful' };
  const stale = await accept(admin, id, { ...which, count: 1 });
  expect([stale.status, await stale.json()]).toMatchObject([409, { code: 'imports.warnings_changed' }]);
  expect((await faultsOf(id)).map(({ acceptedBy }) => acceptedBy)).toEqual([null, null]);
  expect((await accept(admin, id, { ...which, count: 2 })).status).toBe(200);
});

describe('a date', () => {
  const workbook = (rows: (string | { serial: number })[][]) =>
    zipOf(workbookParts([{ name: 'Students', rows: [dated, ...rows] }]));
  const checkWorkbook = async (rows: Parameters<typeof workbook>[0]) =>
    importIn(admin, await uploadSpreadsheet(admin, 'students', workbook(rows), 'a.xlsx'), 'checked');
  const anyDay = fc.integer({ min: 0, max: 12_000 }).map((days) => addDays('1970-01-01', days));

  test('within a minute of midnight is that day; at another time it is named', async () => {
    const seconds = fc.integer({ min: -59, max: 59 });
    const births = fc.array(fc.tuple(anyDay, seconds), { minLength: 40, maxLength: 40 });
    const property = fc.asyncProperty(births, fc.integer({ min: 120, max: 86_000 }), async (list, late) => {
      const rows = list.map(([day, beside]) => [...student(), serialOf(day, beside)]);
      const { id } = await checkWorkbook(rows);
      expect(await faultsOf(id)).toEqual([]);
      await admin.api.imports.commitImport({ id });
      await importIn(admin, id, 'committed');
      const stored = await storedOf(rows.map(([, number]) => number as string));
      expect(stored.map(({ born }) => born)).toEqual(list.map(([day]) => day));
      const other = await checkWorkbook([[...student(), serialOf(list[0]![0], late)]]);
      expect(await faultsOf(other.id)).toMatchObject([
        { rowNumber: 2, field: 'dateOfBirth', level: 'error' },
      ]);
    });
    await fc.assert(property, { numRuns: process.env.LONG_FORMS ? 25 : 2, endOnFailure: true });
  });

  const swapped = ['2002-04-03', '2002-11-05'];
  test.each([
    ['dates up to the twelfth beside texts', '25/03/2002', swapped, 2],
    ['a date that cannot be swapped', '25/03/2002', ['2002-04-03', '2002-11-15'], 0],
    ['dates alone', '', swapped, 0],
  ])('whose column has %s', async (_what, text, dates, count) => {
    const last = text ? [[...student(), text]] : [];
    const { id } = await checkWorkbook([...dates.map((day) => [...student(), serialOf(day)]), ...last]);
    const errors = (await faultsOf(id)).filter(({ level }) => level === 'error');
    expect(errors.map(({ rowNumber, field }) => [rowNumber, field])).toEqual(
      [2, 3].slice(0, count).map((row) => [row, 'dateOfBirth']),
    );
    for (const [at, { found, wanted }] of errors.entries()) {
      const [year, first, second] = dates[at]!.split('-');
      for (const reading of [`${second}/${first}/${year}`, `${first}/${second}/${year}`])
        expect(`${found} ${wanted}`).toContain(reading);
    }
    expect(await codeOfCommit(id)).toBe(count ? 'imports.faulty' : 'taken');
  });
});

describe('a sheet of students', () => {
  const ranked = [...header, 'Rank or medal'];
  const rows = (sign = ',') =>
    [ranked, [...student(), 'Gold'], student(), student()].map((row) => row.join(sign));
  const split = (sign = ',') => rows(sign).map((row) => row.replaceAll(', ', ' ').split(sign));
  const text = (lines: readonly string[]) => Buffer.from(lines.join('\r\n').replaceAll(', ', ' '));

  test.each<[string, () => Buffer]>([
    ['rows that lack their empty last cells', () => text(rows())],
    ['sep= on top', () => text(['sep=;', ...rows(';')])],
    ['a mark before its sep=', () => text(['\uFEFFsep=|', ...rows('|')])],
    [
      'lines that end in several ways',
      () => Buffer.from(text(rows()).toString().replace('\r\n', '\n').replace('\r\n', '\r')),
    ],
    ['a letterhead', () => csvRows([...letterhead, ...split()])],
    ['a web table named xls', () => webRows(split())],
    ['text with tabs named xls', () => tabbedRows(split())],
  ])('with %s is read', async (_what, write) => {
    const id = await uploadSpreadsheet(admin, 'students', write(), 'students.xls');
    expect(await importIn(admin, id, 'checked')).toMatchObject({ newCount: 3, faultyCount: 0 });
  });

  test('has the numbers that an apostrophe marks as text', async () => {
    const row = student();
    const marked = row.map((cell, place) => (place < 3 ? `'${cell}` : cell));
    const { id } = await check([header, marked]);
    expect(await faultsOf(id)).toEqual([]);
    await admin.api.imports.commitImport({ id });
    await importIn(admin, id, 'committed');
    expect(await storedOf([row[1]!])).toMatchObject([{ roll: row[2] }]);
  });

  test('says faults by the rows of the file, and a row that lacks filled cells is one', async () => {
    const [first, second] = [student([0, 'COL999']), student()];
    const { id } = await check([...letterhead, ranked, [...first, ''], second.slice(1)]);
    const faults = (await faultsOf(id)).map(({ rowNumber, field, code }) => [rowNumber, field, code]);
    expect(faults).toEqual([
      [letterhead.length + 2, 'code', 'unknown'],
      [letterhead.length + 3, null, 'cells'],
    ]);
  });

  test('is the visible one, and hidden ones are said', async () => {
    const sheets = [
      { name: 'Old', rows: [header, student([0, 'COL999'])], state: 'hidden' as const },
      { name: 'Autumn', rows: [header, student()] },
    ];
    const id = await uploadSpreadsheet(admin, 'students', zipOf(workbookParts(sheets)), 'a.xlsx');
    const found = await importIn(admin, id, 'checked');
    expect(found).toMatchObject({ sheetName: 'Autumn', newCount: 1, faultyCount: 0 });
    expect(found).toHaveProperty('hiddenSheets', hiddenSaid);
  });
});

describe('what is something else', () => {
  const page = '<h1>Session expired</h1><table><tr><td>Please log in again.</td></tr></table>';
  const ods = zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.spreadsheet'),
    'content.xml': strToU8('<office:document-content/>'),
  });
  test.each<[string, Uint8Array, RegExp]>([
    [
      'a page of an expired session',
      Buffer.from(`<!DOCTYPE html><html><body>${page}</body></html>`),
      /web page/i,
    ],
    ['JSON', Buffer.from('{"error":"session expired","rows":[]}'), /JSON/],
    ['RTF', Buffer.from('{\\rtf1\\ansi College code, Student name\\par}'), /RTF|rich text/i],
    ['ODS', ods, /ODS|OpenDocument/i],
    ['a workbook behind a password', compoundFile('EncryptedPackage'), /password/i],
  ])('%s is named as that, with the way out, wherever a sheet is uploaded', async (_what, bytes, named) => {
    for (const door of ['imports?of=students&', 'imports?of=opening_drafts&', 'bank-statements?']) {
      const response = await postSpreadsheet(admin, `/api/${door}name=students.xls`, bytes);
      const { detail } = (await response.json()) as { detail: string };
      expect(response.status, door).toBe(422);
      expect(detail, door).toMatch(named);
      expect(detail, door).toMatch(/save|download|export|sign in|log in/i);
    }
  });
});
