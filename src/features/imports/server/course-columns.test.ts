import { beforeEach, describe, expect, test } from 'vitest';
import { createOffice } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { unmappedHeaders } from '../rules.ts';

const ofBefore = 'College code,Registration number,Exam roll number,Student name,Address';
const withCourse = `${ofBefore},Course/Degree,Academic year,Mode of study,Class or division,Rank or medal`;

const portal = await filePortal({ worker: true });
const admin = await portal.as('admin');
const office = await createOffice(portal);
beforeEach(async () => {
  await portal.services.db.deleteFrom('students').execute();
});

const check = async (...lines: string[]) =>
  importIn(admin, await uploadSpreadsheet(admin, 'students', csvOf(...lines)), 'checked');

async function commit(...lines: string[]) {
  const { id } = await check(...lines);
  await admin.api.imports.commitImport({ id });
  return importIn(admin, id, 'committed');
}

const stored = () =>
  portal.services.db
    .selectFrom('students')
    .select([
      'registration_number',
      'course_id',
      'academic_year',
      'mode_of_study',
      'division',
      'rank',
    ] as never[])
    .orderBy('registration_number')
    .execute();

const known = {
  registration_number: 'REG001',
  course_id: office.courseId,
  academic_year: '2023-24',
  mode_of_study: 'Distance',
  division: 'First Class',
  rank: 'Third rank',
};
const row = 'COL001,REG001,2401,Asha Rao,Mysuru,ece,2023-24,Distance,First Class,Third rank';

describe('a file of students', () => {
  test('brings course, year, mode, class and rank', async () => {
    await commit(withCourse, row, 'COL001,REG002,2402,Ravi Rao,Mysuru,,,,,');
    const blank = { course_id: null, academic_year: null, mode_of_study: null, division: null, rank: null };
    expect(await stored()).toEqual([known, { ...blank, registration_number: 'REG002' }]);
  });

  test('of before, without these columns, still loads and takes nothing away', async () => {
    await commit(withCourse, row);
    const again = await check(ofBefore, 'COL001,REG001,2401,Asha S Rao,Mysuru');
    expect(again).toMatchObject({ changedCount: 1, faultyCount: 0 });
    await admin.api.imports.commitImport({ id: again.id });
    await importIn(admin, again.id, 'committed');
    expect(await stored()).toEqual([known]);
    const { rows } = await admin.api.students.listStudents({});
    expect(rows.map(({ name }) => name)).toEqual(['Asha S Rao']);
  });

  test.each([
    ['Course', 'Bachelor of Arts (Kannada)', 'B.A.'],
    ['Degree', 'Bachelor of Arts (Kannada)', 'B.A.'],
    ['Year', '2024', 'III'],
    ['Academic Session', '2024-2025', 'July 2024'],
  ])(
    'of before still loads with a column %s that says something else, which is named as not read',
    async (header, first, second) => {
      const checked = await check(
        `${ofBefore},Kannada name,${header}`,
        `COL001,REG001,2401,Asha Rao,Mysuru,,${first}`,
        `COL001,REG002,2402,Ravi Rao,Mysuru,,${second}`,
      );
      expect(checked).toMatchObject({ newCount: 2, faultyCount: 0 });
      expect(unmappedHeaders(checked.headers, checked.columns)).toEqual([6]);
    },
  );

  test('has a wrong course among right ones named, under whatever name the column has', async () => {
    const { faultyCount } = await check(
      `${ofBefore},Course`,
      'COL001,REG001,2401,Asha Rao,Mysuru,Alchemy',
      'COL001,REG002,2402,Ravi Rao,Mysuru,ECE',
    );
    expect(faultyCount).toBe(1);
  });

  test('with these columns left empty takes nothing away either', async () => {
    await commit(withCourse, row);
    await commit(withCourse, 'COL001,REG001,2401,Asha S Rao,Mysuru,,,,,Second rank');
    expect(await stored()).toEqual([{ ...known, rank: 'Second rank' }]);
  });

  test('twice changes nothing the second time', async () => {
    await commit(withCourse, row);
    expect(await check(withCourse, row)).toMatchObject({ newCount: 0, changedCount: 0, unchangedCount: 1 });
  });

  test('with a course that the portal does not have says which row, column and word', async () => {
    const { id } = await check(
      withCourse,
      row.replace(',ece,', ',Alchemy,'),
      'COL001,REG002,2402,Ravi Rao,Mysuru,ECE,24-25,Regular,,',
    );
    const { rows } = await admin.api.imports.listImportFaults({ id });
    expect(rows.map(({ rowNumber, field, code, found }) => [rowNumber, field, code, found])).toEqual([
      [2, 'courseId', 'unknown', 'Alchemy'],
      [3, 'academicYear', 'format', '24-25'],
    ]);
    expect(await stored()).toEqual([]);
  });

  test('finds the columns under other names in use', async () => {
    const named = withCourse
      .replace('Course/Degree', 'Degree')
      .replace('Academic year', 'Year')
      .replace('Mode of study', 'Mode');
    await commit(named, row);
    expect(await stored()).toEqual([known]);
  });
});
