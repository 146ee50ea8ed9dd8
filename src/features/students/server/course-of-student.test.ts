import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { constraintOf, expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { studentEntry } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { pick, seeded } from '#dev/testing/random.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const random = seeded(seed);
const { portal, office } = await sharedOffice();
const [admin, receiver] = await portal.asEach('admin', 'receiver');
const db = portal.services.db;

const year = 2015 + random(10);
const studied = {
  courseId: office.courseId,
  academicYear: `${year}-${String((year + 1) % 100).padStart(2, '0')}`,
  modeOfStudy: pick(random, ['Regular', 'Part-time', 'Distance']),
};
const award = { division: pick(random, ['First Class', 'Second Class']), rank: `Rank ${1 + random(9)}` };

const add = (entry: object = {}) => admin.api.students.addStudent({ ...studentEntry(office), ...entry });
const stored = (id: string) =>
  db
    .selectFrom('students')
    .select(['course_id', 'academic_year', 'mode_of_study', 'division', 'rank'] as never[])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe(`what a student was awarded (seed ${seed})`, () => {
  test('is kept on the student master, and the counter reads it by either number', async () => {
    const entry = studentEntry(office, { ...studied, ...award } as object);
    const { id } = await admin.api.students.addStudent(entry);
    expect(await stored(id)).toEqual({
      course_id: studied.courseId,
      academic_year: studied.academicYear,
      mode_of_study: studied.modeOfStudy,
      ...award,
    });
    const known = { ...studied, ...award, courseDegree: 'ECE' };
    expect(await admin.api.students.getStudent({ id })).toMatchObject(known);
    for (const number of [entry.registrationNumber, entry.examRollNumber]) {
      const [found] = await receiver.api.students.findStudents({ number });
      expect(found).toMatchObject(known);
    }
  });

  test('need not be known, and can be added, changed and emptied; the log has before and after', async () => {
    const entry = studentEntry(office);
    const { id } = await admin.api.students.addStudent(entry);
    const blank = { courseId: null, courseDegree: null, academicYear: null, modeOfStudy: null };
    expect(await admin.api.students.getStudent({ id })).toMatchObject(blank);
    await admin.api.students.editStudent({ ...entry, ...studied, id, version: 1 } as never);
    expect(await admin.api.students.getStudent({ id })).toMatchObject(studied);
    const emptied = { courseId: '', academicYear: '', modeOfStudy: '' };
    await admin.api.students.editStudent({ ...entry, ...emptied, id, version: 2 } as never);
    expect(await admin.api.students.getStudent({ id })).toMatchObject(blank);
    const { rows } = await admin.api.audit.listAuditEvents({ recordType: 'student', recordId: id });
    expect(rows[0]).toMatchObject({
      event: 'students.edited',
      before: { academicYear: studied.academicYear },
    });
    expect(rows[1]).toMatchObject({
      event: 'students.edited',
      after: { academicYear: studied.academicYear },
    });
  });

  test.each([
    ['courseId', { courseId: uuid() }],
    ['academicYear', { academicYear: '2024' }],
    ['academicYear', { academicYear: '2024-2025' }],
    ['modeOfStudy', { modeOfStudy: 'M'.repeat(81) }],
  ])('is refused at %s where it cannot be', async (path, entry) => {
    const refusal = await expectDomainError(add(entry), 'request.invalid');
    expect(issuesOf(refusal).map((issue) => issue.path)).toEqual([path]);
  });

  test('is guarded by the database itself', async () => {
    const { id } = await add();
    const update = (columns: object) =>
      constraintOf(
        db
          .updateTable('students')
          .set(columns as never)
          .where('id', '=', id)
          .execute(),
      );
    expect(await update({ academic_year: '2024' })).toBe('students__academic_year_format');
    expect(await update({ mode_of_study: ' ' })).toBe('students__mode_of_study_length');
    expect(await update({ course_id: uuid() })).toBeDefined();
  });
});

test('a course that a student has is not deleted', async () => {
  await add(studied);
  const { rows } = await admin.api.courses.listEntries({ search: 'ECE' });
  const course = rows.find(({ id }) => id === office.courseId)!;
  expect(course.isUsed).toBe(true);
  const { id, version } = course;
  await expectDomainError(admin.api.courses.deleteEntry({ id, version }), 'masters.in_use');
});
