import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examplesOf } from '#dev/testing/example-entry.ts';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { studentEntry } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { type StudentAward, studentAward } from '#shared/award-record.ts';
import { blankEntry, pickFields } from '#shared/declared-field.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { StudentEntry } from '../contract.ts';

const { portal, office } = await sharedOffice();
const admin = await portal.as('admin');

const today = dayInIndia(new Date());
const tomorrow = addDays(today, 1);
const example = examplesOf(studentAward);

const add = (award: Partial<StudentAward>) =>
  admin.api.students.addStudent({ ...studentEntry(office), ...award });
const awardOf = async (id: string) => {
  const student: Record<string, unknown> = await admin.api.students.getStudent({ id });
  return Object.fromEntries(Object.keys(studentAward).map((name) => [name, student[name]]));
};

describe('the award record of a student', () => {
  test('is kept as it was typed, digits without spaces, and no list has it', async () => {
    const { id } = await add({
      ...example,
      mobile: '98450-12345',
      abcId: '1234 5678 9012',
      postalPin: '570 001',
    });
    expect(await awardOf(id)).toEqual({ ...example, mobile: '9845012345', abcId: '123456789012' });
    const { rows } = await admin.api.students.listStudents({ limit: 1 });
    expect(rows[0]!.id).toBe(id);
    for (const name of Object.keys(studentAward)) expect(rows[0]).not.toHaveProperty(name);
  });

  test('need not be known; what is left out of a change stays, what is emptied goes', async () => {
    const entry = studentEntry(office);
    const { id } = await admin.api.students.addStudent(entry);
    expect(await awardOf(id)).toEqual(blankEntry(studentAward));
    await admin.api.students.editStudent({ ...entry, ...example, id, version: 1 });
    await admin.api.students.editStudent({ ...entry, mobile: '', rank: '', id, version: 2 });
    expect(await awardOf(id)).toEqual({ ...example, mobile: '', rank: '' });
    const { rows } = await admin.api.audit.listAuditEvents({ recordType: 'student', recordId: id });
    expect(rows[0]).toMatchObject({
      event: 'students.edited',
      before: { mobile: '9845012345', rank: 'First rank, gold medal' },
      after: { mobile: '', rank: '' },
    });
  });

  test.each<[Partial<Record<keyof StudentAward, unknown>>, string]>([
    [{ dateOfBirth: tomorrow }, 'Enter a date from 1900 to today.'],
    [{ dateOfBirth: '1899-12-31' }, 'Enter a date from 1900 to today.'],
    [{ dateOfBirth: '2002-02-30' }, 'Enter the date as dd/mm/yyyy.'],
    [{ gender: 'X' }, 'Choose one of the list.'],
    [{ fatherName: '- -' }, 'A name has letters.'],
    [{ motherName: 'லட்சுமி' }, 'The letter ல is Tamil; the certificate has Latin, Kannada and Devanagari.'],
    [{ guardianName: 'G'.repeat(121) }, 'At most 120 characters.'],
    [{ mobile: '98450' }, 'Enter the ten digits of the mobile number.'],
    [{ mobile: '9845012345' }, 'Only with Consent to contact details.'],
    [{ email: 'asha@' }, 'Enter an email address, for example name@university.example.'],
    [{ postalPin: '070001' }, 'Enter the six digits of the PIN code.'],
    [{ postalState: 'K' }, 'At least 2 characters.'],
    [{ abcId: '12345678901' }, 'Enter the twelve digits of the ABC / APAAR ID.'],
    [{ percentage: 100.5 }, 'At most 100.'],
    [{ percentage: 78.12345 }, 'At most 3 decimals.'],
    [{ cgpa: 8.4 }, 'Enter CGPA and CGPA out of.'],
    [{ cgpa: 10.5, cgpaScale: 10 }, 'At most 10.'],
    [{ examinationMonth: '2024-13' }, 'Enter month and year as mm/yyyy.'],
    [{ resultDate: tomorrow }, 'Enter a date from 1900 to today.'],
    [{ attendance: 'maybe' }, 'Choose one of the list.'],
  ])('refuses %j at its field', async (award, message) => {
    const refusal = await expectDomainError(add(award as Partial<StudentAward>), 'request.invalid');
    expect(issuesOf(refusal)).toEqual([{ path: Object.keys(award)[0], message }]);
  });

  test('does not lose the scale of a CGPA by half a change', async () => {
    const entry = studentEntry(office);
    const { id } = await admin.api.students.addStudent({ ...entry, cgpa: 8.4, cgpaScale: 10 });
    const edit = admin.api.students.editStudent({ ...entry, cgpa: '', id, version: 1 });
    const refusal = await expectDomainError(edit, 'request.invalid');
    expect(issuesOf(refusal)).toEqual([{ path: 'cgpa', message: 'Enter CGPA and CGPA out of.' }]);
  });
});

test('is in a file for who asks for it by name and keeps the master, and the log says so', async () => {
  await add(example);
  const fileOf = (caller: StaffCaller, columns = '') =>
    caller.fetch(
      `/api/exports/students?${new URLSearchParams({ format: 'csv', ...(columns && { columns }) })}`,
    );
  expect(await (await fileOf(admin)).text()).not.toContain(example.abcId);
  const columns = ['name', ...Object.keys(studentAward)];
  const text = await (await fileOf(admin, columns.join(','))).text();
  expect(text).toContain('Student Name,Date of birth,Gender');
  expect(text).toContain(`14/08/2002,Female,${example.fatherName}`);
  const { rows } = await admin.api.audit.listAuditEvents({ recordType: 'export' });
  expect(rows.find(({ event }) => event === 'exports.started')).toMatchObject({
    actorName: admin.actor.name,
    after: { list: 'students', columns },
  });
  for (const role of ['receiver', 'case_worker', 'auditor'] as const) {
    const response = await fileOf(await portal.as(role), 'name,mobile');
    expect([response.status, await response.json()]).toMatchObject([403, { code: 'auth.not_permitted' }]);
  }
});

/** Right and wrong values of each field. */
const values: Record<keyof StudentAward, readonly unknown[]> = {
  dateOfBirth: ['', '2002-08-14', '1900-01-01', today, tomorrow, '14/08/2002', '1899-12-31'],
  gender: ['', 'F', 'M', 'T', 'f', 'Female'],
  fatherName: ['', 'Ramesh Rao', 'ರಮೇಶ್ ರಾವ್', "K. R. D'Souza", ' Rao ', 'Rao 2', '. .', 'R'.repeat(121)],
  motherName: ['', 'Lakshmi', 'लक्ष्मी', '- -'],
  guardianName: ['', 'S/o Shankar', '\u200D'],
  consentNoticeVersion: ['', '1', '2', 1],
  mobile: ['', '9845012345', '98450 12345', '+1 415 555 2671', '0', 'mobile', '+'],
  email: ['', 'a@b.example', 'A.B+c@x-y.example', 'a@b', 'a b@c.example', '@'],
  postalState: ['', 'Karnataka', 'K', 'S'.repeat(61)],
  postalPin: ['', '570001', '570 001', '000000', '57000'],
  abcId: ['', '123456789012', '1234-5678-9012', '12345', '٣'.repeat(12)],
  division: ['', 'First Class', ' ', 'D'.repeat(61)],
  percentage: ['', 0, 100, 78.125, 78.1255, -1, 101, '78'],
  cgpa: ['', 0, 8.42, 10, 10.01],
  cgpaScale: ['', 1, 4, 10, 100, 0, 101, 4.5],
  examinationMonth: ['', '2024-05', '1999-12', '2024-00', '05/2024', '2124-05'],
  resultDate: ['', today, '2024-06-28', tomorrow],
  rank: ['', 'First rank', 'R'.repeat(81)],
  category: ['', 'OBC', 'C'.repeat(41)],
  attendance: ['', 'in_person', 'in_absentia', 'absent'],
};

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
/** Most fields are blank, so that some records are right as a whole. */
const records = fc.record(
  Object.fromEntries(
    Object.entries(values).map(([name, some]) => [
      name,
      fc.oneof({ weight: 5, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...some) }),
    ]),
  ),
);

test(`whatever the form takes the database takes, and gives back the same (seed ${seed})`, async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(records, async (award) => {
      const entry = { ...studentEntry(office), ...award } as StudentEntry;
      const parsed = StudentEntry.safeParse(entry);
      if (!parsed.success) {
        await expectDomainError(admin.api.students.addStudent(entry), 'request.invalid');
        return;
      }
      const { id } = await admin.api.students.addStudent(entry);
      expect(await awardOf(id)).toEqual(pickFields(studentAward, parsed.data));
      taken += 1;
    }),
    { seed, numRuns: process.env.LONG_FORMS ? 1_000 : 80 },
  );
  expect(taken).toBeGreaterThan(5);
});

test.each<[string, Record<string, unknown>]>([
  ['date_of_birth_past', { date_of_birth: tomorrow }],
  ['gender_known', { gender: 'X' }],
  ['father_name_length', { father_name: ' ' }],
  ['mother_name_length', { mother_name: 'M'.repeat(121) }],
  ['guardian_name_length', { guardian_name: '' }],
  ['mobile_format', { mobile: '98450 12345', consent_notice_version: '1' }],
  ['email_format', { email: 'a@b', consent_notice_version: '1' }],
  ['consent_notice_version_format', { consent_notice_version: 'yes' }],
  ['contact_has_consent', { mobile: '9845012345' }],
  ['postal_state_length', { postal_state: 'K' }],
  ['postal_pin_format', { postal_pin: '070001' }],
  ['abc_id_format', { abc_id: '12345678901' }],
  ['division_length', { division: ' ' }],
  ['percentage_within_hundred', { percentage: 100.5 }],
  ['cgpa_has_scale', { cgpa: 8.4 }],
  ['cgpa_within_scale', { cgpa: 10.5, cgpa_scale: 10 }],
  ['cgpa_scale_range', { cgpa: 0, cgpa_scale: 0 }],
  ['examination_month_format', { examination_month: '2024-13' }],
  ['result_date_past', { result_date: tomorrow }],
  ['rank_length', { rank: '' }],
  ['category_length', { category: 'C'.repeat(41) }],
  ['attendance_known', { attendance: 'maybe' }],
])('the database refuses by itself what students__%s names', async (name, columns) => {
  const { id } = await add({});
  const update = portal.services.db.updateTable('students').set(columns).where('id', '=', id);
  await expect(update.execute()).rejects.toMatchObject({ constraint: `students__${name}` });
});
