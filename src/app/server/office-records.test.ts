import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collegeEntry, createOffice, type Office, studentEntry } from '#dev/testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { type Role, roles } from '#shared/roles.ts';

let portal: Portal;
let office: Office;
let callers: Record<Role, StaffCaller>;

beforeAll(async () => {
  portal = await startPortal();
  office = await createOffice(portal);
  const people = await Promise.all(roles.map(async (role) => [role, await portal.as(role)] as const));
  callers = Object.fromEntries(people) as Record<Role, StaffCaller>;
});
afterAll(() => portal.close());

const reading = ['admin', 'auditor'] as const;
const printing = ['admin', 'printer', 'auditor'] as const;
const atDesks = ['admin', 'case_worker', 'receiver', 'auditor'] as const;
const admin = ['admin'] as const;
const printers = ['admin', 'printer'] as const;

/** Addresses that integrators know, and who may ask there. */
const addresses: [string, readonly Role[]][] = [
  ['GET /colleges', reading],
  ['GET /colleges/count', reading],
  ['GET /colleges/sums', reading],
  ['GET /colleges/{id}', reading],
  ['GET /college-choices', reading],
  ['POST /colleges', admin],
  ['PUT /colleges/{id}', admin],
  ['DELETE /colleges/{id}', admin],
  ['GET /students', atDesks],
  ['GET /students/count', atDesks],
  ['GET /students/by-number?number=none', atDesks],
  ['GET /students/{id}', atDesks],
  ['POST /students', admin],
  ['PUT /students/{id}', admin],
  ['DELETE /students/{id}', admin],
  ['GET /papers', printing],
  ['POST /papers', admin],
  ['PUT /papers/{id}/limit', admin],
  ['GET /inks', printing],
  ['POST /inks', admin],
  ['PUT /inks/{id}/limits', admin],
  ['GET /stock-words', roles],
  ['GET /printers', printing],
  ['GET /printers/count', printing],
  ['POST /printers', printers],
  ['PUT /printers/{id}', printers],
  ['GET /printers/{id}/calibration-sheet', printing],
  ['GET /import-templates/students', admin],
  ['GET /import-templates/colleges', admin],
  ['GET /exports/colleges?format=csv', reading],
  ['GET /exports/students?format=csv', atDesks],
  ['GET /exports/printers?format=csv', printing],
];

test.each(addresses)('%s is asked by whom it was', async (address, allowed) => {
  const [method, path] = address.split(' ') as [string, string];
  const url = `/api${path.replace('{id}', crypto.randomUUID())}`;
  const write = { method, headers: { 'content-type': 'application/json' }, body: '{}' };
  const ask = async (caller: Pick<StaffCaller, 'fetch'>) => {
    const response = await caller.fetch(url, method === 'GET' ? {} : write);
    return response.ok ? 'done' : ((await response.json()) as { code: string }).code;
  };
  expect(await ask(portal.anonymous)).toBe('auth.signed_out');
  for (const role of roles) {
    const code = await ask(callers[role]);
    // An address of nothing is not found; a record of nothing has a code of its own.
    if (allowed.includes(role)) expect(code, role).not.toMatch(/^(?:auth\.|request\.not_found)/);
    else expect(code, role).toBe('auth.not_permitted');
  }
});

async function exported(list: string): Promise<string[][]> {
  const response = await callers.admin.fetch(`/api/exports/${list}?format=csv`);
  const text = (await response.text()).replace(/^\uFEFF/, '').trimEnd();
  return text.split('\r\n').map((line) => line.split(','));
}

describe('the lists and their files', () => {
  test.each([
    ['colleges', ['College name', 'Contact number', 'Address', 'Convocation Fee']],
    ['students', ['Student Name', 'College', 'Address']],
  ])('of %s have the columns of the specification, in its order', async (list, specified) => {
    const [header] = await exported(list);
    expect(header!.filter((column) => specified.includes(column))).toEqual(specified);
  });

  test('of colleges and students have a row for each record, found by any of its texts', async () => {
    const { id: collegeId } = await callers.admin.api.colleges.addCollege(
      collegeEntry({ name: 'Kaveri College', contactNumber: '08221 240011', address: 'Nanjangud' }),
    );
    await callers.admin.api.students.addStudent(
      studentEntry({ ...office, collegeId }, { name: 'Meghana Gowda', address: 'Hunsur' }),
    );
    for (const [list, words] of [
      ['colleges', ['kaveri', '240011', 'NANJANGUD']],
      ['students', ['meghana', 'HUNSUR', 'kaveri']],
    ] as const)
      for (const word of words) {
        const found = await callers.admin.fetch(`/api/${list}?search=${word}`);
        expect(((await found.json()) as { rows: unknown[] }).rows, word).toHaveLength(1);
      }
    const { count } = await callers.admin.api.students.countStudents({});
    expect((await exported('students')).length - 1).toBe(count);
  });
});

const student =
  'College code,Registration number,Exam roll number,Student name,Name in Kannada or Devanagari,Address';
const awardRecord = [
  'Date of birth,Gender,Father’s name,Mother’s name,Guardian’s name,Consent to contact details,Mobile,Email Id',
  'State or union territory,PIN code,ABC / APAAR ID,Class or division,Percentage,CGPA,CGPA out of',
  'Month and year of examination,Result date,Rank or medal,Category,Attendance at the convocation',
].join();

test.each([
  ['colleges', 'College code,College name,Contact number,Address,Convocation fee,Email Id'],
  ['students', `${student},${awardRecord}`],
])('the template of an upload of %s has the columns that files in the offices have', async (of, header) => {
  const response = await callers.admin.fetch(`/api/import-templates/${of}?format=csv`);
  expect((await response.text()).replace(/^\uFEFF/, '').split('\r\n')[0]).toBe(header);
});

describe('kinds of paper and ink, and printers', () => {
  const paper = { name: 'Parchment, cream', code: 'KEEP-1', colour: 'Ochre', warnBelow: 5 };

  test('a paper is added under a code that no other has, and its limit changes by version', async () => {
    const { stock } = callers.admin.api;
    const { id } = await stock.addPaper(paper);
    await stock.setPaperLimit({ id, version: 1, warnBelow: 9 });
    const { papers } = await callers.printer.api.stock.listPapers();
    const listed = { name: paper.name, code: 'KEEP-1', colour: 'Ochre', warnBelow: 9, version: 2 };
    expect(papers.find((row) => row.id === id)).toMatchObject(listed);
    await expect(stock.addPaper({ ...paper, name: 'Another' })).rejects.toThrow();
    const events = await callers.auditor.api.audit.listAuditEvents({ recordId: id });
    expect(events.rows.map(({ event }) => event.replace(/^.*[._]/, ''))).toContain('added');
  });

  test('a printer keeps its offsets in tenths of a millimetre, and who changed them', async () => {
    const { api } = callers.printer;
    const { id } = await api.printers.addPrinter({ code: 'PR-KEEP', name: 'Room 4', xMm: 0.3, yMm: -1.2 });
    await api.printers.editPrinter({ id, version: 1, code: 'PR-KEEP', name: 'Room 4', xMm: 0.4, yMm: -1.2 });
    const { rows } = await api.printers.listPrinters({ search: 'PR-KEEP' });
    expect(rows).toMatchObject([{ id, xMm: 0.4, yMm: -1.2, version: 2 }]);
    const events = await callers.auditor.api.audit.listAuditEvents({ recordId: id });
    expect(events.rows.map(({ event }) => event)).toEqual(['printers.edited', 'printers.added']);
    expect(events.rows[0]).toMatchObject({ before: { xMm: 0.3 }, after: { xMm: 0.4 } });
  });
});
