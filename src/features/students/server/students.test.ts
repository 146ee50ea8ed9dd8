import { describe, expect, test } from 'vitest';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { receiveApplication, studentEntry } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { studentAward } from '#shared/award-record.ts';
import { blankEntry } from '#shared/declared-field.ts';

const { portal, office } = await fileOffice();
const admin = await portal.as('admin', { name: 'Anita' });
const colleague = await portal.as('admin', { name: 'Suresh' });
const receiver = await portal.as('receiver');

async function eventsOf(id: string) {
  const { rows } = await admin.api.audit.listAuditEvents({ recordType: 'student', recordId: id });
  return rows.map(({ event, before, after }) => ({ event, before, after }));
}

const notLatin = (found: string) => `${found}; this field takes Latin letters only, as on the marks card.`;
const hidden = (code: string) =>
  `This text contains the hidden character ${code}, which pasting brings along. Type the text instead.`;

const unknownStudies = { courseId: null, courseDegree: null, academicYear: null, modeOfStudy: null };

describe('adding', () => {
  test('writes the student, and says so in the audit log', async () => {
    const entry = studentEntry(office, { name: "K. R. D'Souza-Rao", nameNative: 'ಕೆ. ಆರ್. ಡಿಸೋಜ' });
    const { id } = await admin.api.students.addStudent(entry);
    expect(await admin.api.students.getStudent({ id })).toEqual({
      id,
      ...entry,
      ...blankEntry(studentAward),
      ...unknownStudies,
      collegeCode: 'COL001',
      collegeName: 'College COL001',
      hasApplication: false,
      version: 1,
    });
    expect(await eventsOf(id)).toEqual([{ event: 'students.added', before: null, after: entry }]);
  });

  test('needs no exam roll number and no native name; several students may lack them', async () => {
    for (let index = 0; index < 2; index += 1) {
      const { id } = await admin.api.students.addStudent(studentEntry(office, { examRollNumber: ' ' }));
      expect(await admin.api.students.getStudent({ id })).toMatchObject({
        examRollNumber: null,
        nameNative: null,
      });
    }
  });

  test.each([
    ['name', 'ಪ್ರಿಯಾ ನಾಯರ್', notLatin('The letter ಪ is Kannada')],
    ['name', 'Priyā Lakṣmī', notLatin('The letter ṣ cannot be printed')],
    ['name', '. .', 'A name has letters.'],
    [
      'nameNative',
      'Priya Nair',
      'The letter P is Latin; this field takes the name in the letters of its own language.',
    ],
    ['nameNative', 'பிரியா', 'The letter ப is Tamil; the certificate has Latin, Kannada and Devanagari.'],
    ['nameNative', '್ರಿಯಾ', 'The sign ್ has no letter that it belongs to.'],
    ['name', 'Priya\u0085Nair', hidden('U+0085')],
    ['nameNative', 'ಪ್ರಿಯಾ\u2028ನಾಯರ್', hidden('U+2028')],
    ['address', ' ', 'Enter the address.'],
    ['registrationNumber', '1', 'Enter the registration number.'],
    ['collegeId', '', 'Choose the college.'],
  ])('refuses %s %j at its field', async (path, value, message) => {
    const refusal = await expectDomainError(
      admin.api.students.addStudent(studentEntry(office, { [path]: value })),
      'request.invalid',
    );
    expect(issuesOf(refusal)).toEqual([{ path, message }]);
  });

  test.each(['José Nuñez', 'Mohd. Ali (Md)', 'Ramesh s/o Suresh', 'Śrī Lakshmī', 'Priya 2', 'U'])(
    'takes the name %s',
    async (name) => {
      await admin.api.students.addStudent(studentEntry(office, { name }));
    },
  );

  test.each(['ಶರ್ಮಾ', 'विक्रम सिंह', 'ರಾಜ್\u200Cಕುಮಾರ್'])('takes the native name %s', async (nameNative) => {
    await admin.api.students.addStudent(studentEntry(office, { nameNative }));
  });

  test('refuses numbers that another student of the college has, both at once, in any letters', async () => {
    const taken = studentEntry(office, { registrationNumber: 'Abc/900', examRollNumber: 'R-900' });
    await admin.api.students.addStudent(taken);
    const again = studentEntry(office, { registrationNumber: 'aBC/900', examRollNumber: 'r-900' });
    const refusal = await expectDomainError(admin.api.students.addStudent(again), 'request.invalid');
    expect(issuesOf(refusal)).toEqual([
      {
        path: 'registrationNumber',
        message: 'Another student of this college has this registration number.',
      },
      { path: 'examRollNumber', message: 'Another student of this college has this exam roll number.' },
    ]);
    await admin.api.students.addStudent({ ...again, collegeId: office.otherCollegeId });
  });

  test.each(['registrationNumber', 'examRollNumber'] as const)(
    'lets one of several that bring the same %s in the same instant through, and tells the others at the field',
    async (path) => {
      const number = studentEntry(office)[path];
      const attempts = await Promise.allSettled(
        Array.from({ length: 6 }, (_, index) =>
          (index % 2 ? admin : colleague).api.students.addStudent(studentEntry(office, { [path]: number })),
        ),
      );
      expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const attempt of attempts) {
        if (attempt.status === 'rejected') expect(issuesOf(attempt.reason)[0]?.path).toBe(path);
      }
    },
  );

  test('refuses a college that does not exist, at its field', async () => {
    const refusal = await expectDomainError(
      admin.api.students.addStudent(studentEntry({ collegeId: crypto.randomUUID() })),
      'request.invalid',
    );
    expect(issuesOf(refusal)).toEqual([
      { path: 'collegeId', message: 'This college no longer exists. Choose another one.' },
    ]);
  });
});

describe('editing', () => {
  test('changes what differs, the college too, and keeps before and after', async () => {
    const entry = studentEntry(office);
    const { id } = await admin.api.students.addStudent(entry);
    const changed = { ...entry, name: 'Priya Menon', collegeId: office.otherCollegeId };
    expect(await admin.api.students.editStudent({ ...changed, id, version: 1 })).toEqual({ version: 2 });
    expect(await admin.api.students.getStudent({ id })).toMatchObject({
      name: 'Priya Menon',
      collegeCode: 'COL002',
      version: 2,
    });
    expect((await eventsOf(id))[0]).toEqual({
      event: 'students.edited',
      before: { name: 'Priya Nair', collegeId: office.collegeId },
      after: { name: 'Priya Menon', collegeId: office.otherCollegeId },
    });
  });

  test('refuses a version that a colleague has changed, and the numbers of another student', async () => {
    const other = studentEntry(office);
    await admin.api.students.addStudent(other);
    const entry = studentEntry(office);
    const { id } = await admin.api.students.addStudent(entry);
    await colleague.api.students.editStudent({ ...entry, address: 'Hassan', id, version: 1 });
    const stale = await expectDomainError(
      admin.api.students.editStudent({ ...entry, id, version: 1 }),
      'records.stale',
    );
    expect(stale.data).toEqual({ changedBy: 'Suresh' });
    const taken = await expectDomainError(
      admin.api.students.editStudent({
        ...entry,
        registrationNumber: other.registrationNumber,
        id,
        version: 2,
      }),
      'request.invalid',
    );
    expect(issuesOf(taken)[0]?.path).toBe('registrationNumber');
  });
});

describe('deleting', () => {
  test('removes the student, and the audit log keeps who it was', async () => {
    const { id } = await admin.api.students.addStudent(studentEntry(office, { name: 'Kavya Hegde' }));
    await admin.api.students.deleteStudent({ id, version: 1 });
    await expectDomainError(admin.api.students.getStudent({ id }), 'students.not_found');
    expect((await eventsOf(id))[0]).toMatchObject({
      event: 'students.deleted',
      before: { name: 'Kavya Hegde' },
      after: null,
    });
  });

  test('is refused once an application of the same college and number was received', async () => {
    const entry = studentEntry(office);
    const { id } = await admin.api.students.addStudent(entry);
    const namesake = await admin.api.students.addStudent({ ...entry, collegeId: office.otherCollegeId });
    await receiveApplication(receiver, office, {
      registrationNumber: entry.registrationNumber.toLowerCase(),
    });
    expect(await admin.api.students.getStudent({ id })).toMatchObject({ hasApplication: true });
    await expectDomainError(admin.api.students.deleteStudent({ id, version: 1 }), 'students.has_application');
    await admin.api.students.deleteStudent({ id: namesake.id, version: 1 });
  });

  test('refuses a student whom a colleague has changed since', async () => {
    const entry = studentEntry(office);
    const { id } = await admin.api.students.addStudent(entry);
    await colleague.api.students.editStudent({ ...entry, address: 'Hassan', id, version: 1 });
    await expectDomainError(admin.api.students.deleteStudent({ id, version: 1 }), 'records.stale');
  });
});

describe('the list', () => {
  test('is newest first, and finds names, numbers, address and college in any letters', async () => {
    const entry = studentEntry(office, {
      name: 'Chandrika Basavaraj',
      nameNative: 'ಚಂದ್ರಿಕಾ ಬಸವರಾಜ್',
      registrationNumber: 'FIND-7001',
      examRollNumber: 'ROLL-7001',
      address: 'Sringeri 577139',
    });
    const { id } = await admin.api.students.addStudent(entry);
    expect((await admin.api.students.listStudents({})).rows[0]?.id).toBe(id);
    for (const search of ['BASAVA', 'ಚಂದ್ರಿಕಾ', 'find-70', 'roll-7', 'sringeri', '577139']) {
      expect((await admin.api.students.listStudents({ search })).rows.map((row) => row.id)).toEqual([id]);
      expect(await admin.api.students.countStudents({ search })).toEqual({ count: 1 });
    }
    for (const search of ['col001', 'College COL001']) {
      const { rows } = await admin.api.students.listStudents({ search });
      expect(rows.length).toBeGreaterThan(1);
      expect(new Set(rows.map((row) => row.collegeCode))).toEqual(new Set(['COL001']));
    }
  });

  test('goes on where a page ended, searched or not', async () => {
    for (const search of ['', 'stu']) {
      const { count } = await admin.api.students.countStudents({ search });
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await admin.api.students.listStudents({
          search,
          sort: 'name',
          limit: 5,
          offset: seen.length,
          cursor,
        });
        seen.push(...page.rows.map((row) => row.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(new Set(seen).size).toBe(count);
    }
  });
});

test('a cursor of another order is refused, never a fault', async () => {
  for (let index = 0; index < 2; index += 1) await admin.api.students.addStudent(studentEntry(office));
  const { nextCursor } = await admin.api.students.listStudents({ sort: 'name', limit: 1 });
  const forged = [
    nextCursor!,
    ...['2026-02-30 10:00:00+00', '3', ''].map((key) =>
      Buffer.from(JSON.stringify([key, crypto.randomUUID()])).toString('base64url'),
    ),
  ];
  for (const cursor of forged)
    await expectDomainError(admin.api.students.listStudents({ cursor, offset: 1 }), 'request.unreadable');
});

describe('looking up by number', () => {
  test('finds by exactly the registration or the exam roll number, in any letters, with the fee', async () => {
    const entry = studentEntry(office, { registrationNumber: 'Look-1', examRollNumber: 'Roll-Look-1' });
    const { id } = await admin.api.students.addStudent(entry);
    for (const number of ['LOOK-1', ' look-1 ', 'roll-look-1']) {
      expect(await receiver.api.students.findStudents({ number })).toEqual([
        {
          id,
          name: entry.name,
          nameNative: null,
          registrationNumber: 'Look-1',
          examRollNumber: 'Roll-Look-1',
          collegeId: office.collegeId,
          collegeCode: 'COL001',
          collegeName: 'College COL001',
          address: entry.address,
          ...blankEntry(studentAward),
          ...unknownStudies,
          consentRecordedOn: null,
        },
      ]);
    }
    for (const number of ['LOOK', 'Look-10', 'Look_1', '%'])
      expect(await receiver.api.students.findStudents({ number })).toEqual([]);
  });

  test('finds the students of every college that have it, and one who has it twice once', async () => {
    const entry = studentEntry(office, { registrationNumber: 'SAME-1', examRollNumber: 'SAME-1' });
    await admin.api.students.addStudent(entry);
    await admin.api.students.addStudent({ ...entry, collegeId: office.otherCollegeId });
    const found = await receiver.api.students.findStudents({ number: 'same-1' });
    expect(found.map((student) => student.collegeCode)).toEqual(['COL001', 'COL002']);
  });
});
