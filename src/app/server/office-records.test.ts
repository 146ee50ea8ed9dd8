import { expect, test } from 'vitest';
import { type StaffCaller, sharedPortal } from '#dev/testing/portal.ts';
import { type Role, roles } from '#shared/roles.ts';

const portal = await sharedPortal();
const people = await Promise.all(roles.map(async (role) => [role, await portal.as(role)] as const));
const callers = Object.fromEntries(people) as Record<Role, StaffCaller>;

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
  ['POST /settings/papers', admin],
  ['PUT /settings/papers/{id}', admin],
  ['GET /inks', printing],
  ['POST /settings/inks', admin],
  ['PUT /settings/inks/{id}', admin],
  ['GET /stock-words', roles],
  ['GET /settings/printers', printing],
  ['GET /settings/printers/count', printing],
  ['POST /settings/printers', printers],
  ['PUT /settings/printers/{id}', printers],
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

test.each([
  ['colleges', ['College name', 'Contact number', 'Address', 'Convocation Fee']],
  ['students', ['Student Name', 'College', 'Address']],
])('the list of %s has the columns of the specification, in its order', async (list, specified) => {
  const response = await callers.admin.fetch(`/api/exports/${list}?format=csv`);
  const [header] = (await response.text()).replace(/^\uFEFF/, '').split('\r\n');
  expect(header!.split(',').filter((column) => specified.includes(column))).toEqual(specified);
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
