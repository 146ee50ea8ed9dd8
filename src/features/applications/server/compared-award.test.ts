import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addCourse } from '#dev/testing/change-master.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, studentEntry } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { differencesOf } from '../master-comparison.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const { portal, office } = await fileOffice();
const [admin, receiver, caseWorker] = await portal.asEach('admin', 'receiver', 'case_worker');
const otherCourse = await addCourse(portal, 'MECH');

const onMaster = {
  courseId: office.courseId,
  academicYear: '2024-25',
  modeOfStudy: 'Regular',
  division: 'First Class',
  rank: 'Second rank',
};
type Awarded = typeof onMaster;
/** What a clerk may have chosen in place of what the master has. */
const otherwise: Record<keyof Awarded, string> = {
  courseId: otherCourse,
  academicYear: '2022-23',
  modeOfStudy: 'Distance',
  division: 'Second Class',
  rank: 'First rank',
};
const comparedAs = (field: string) => (field === 'courseId' ? 'courseDegree' : field);

async function caseOf(chosen: Partial<Awarded>, master: object = onMaster) {
  const entry = await applicationEntry(receiver, office, { ...onMaster, ...chosen });
  const { registrationNumber, examRollNumber, candidateName: name } = entry;
  await admin.api.students.addStudent(
    studentEntry(office, { registrationNumber, examRollNumber, name, ...master }),
  );
  const { id } = await receiver.api.applications.receiveApplication(entry);
  return caseWorker.api.caseDesk.getCase({ id });
}

const differing = ({ application, student }: Awaited<ReturnType<typeof caseOf>>) =>
  differencesOf(application, student).map((field) => field.name as string);

/** Whether the queue marks the case, having compared it in one statement with the others. */
async function isMarked({ application: { id } }: Pick<Awaited<ReturnType<typeof caseOf>>, 'application'>) {
  const { caseDesk, applications } = caseWorker.api;
  const { rows } = await caseDesk.listCaseQueue({ show: 'to_verify_differing', limit: 100 });
  expect(rows.every(({ differsFromMaster }) => differsFromMaster)).toBe(true);
  const { count } = await applications.countApplications({ show: 'to_verify_differing' });
  expect(count).toBe(rows.length);
  const around = await caseDesk.listCaseQueue({ from: id });
  const isDiffering = around.rows.find((row) => row.id === id)!.differsFromMaster;
  expect(rows.some((row) => row.id === id)).toBe(isDiffering);
  return isDiffering;
}

describe('the mark of a case that differs, in the queue', () => {
  const masters: [string, object, boolean][] = [
    ['with other capitals, spaces and invisible letters', { name: ' priya\u200d  NAIR' }, false],
    ['with another name', { name: 'Priya Naik' }, true],
    ['of another college', { collegeId: office.otherCollegeId }, true],
    ['of another roll number', { examRollNumber: 'OTHER-1' }, true],
    ['found by its roll number', { registrationNumber: 'OTHER-2' }, true],
    ['who gave contact details only to the college', { address: '12, Temple Road' }, false],
    ['of neither number', { registrationNumber: 'OTHER-3', examRollNumber: 'OTHER-4' }, false],
    ['with a percentage of other digits', { percentage: 61.5 }, true],
    ['with the same percentage', { percentage: 71.25 }, false],
  ];
  test.each(masters)('a student %s', async (_, master, differs) => {
    const found = await caseOf({ candidateName: 'Priya Nair', percentage: 71.25 } as object, {
      ...onMaster,
      ...master,
    });
    expect(differing(found).length > 0).toBe(differs);
    expect(await isMarked(found)).toBe(differs);
  });
});

test('somebody of one college has the marks of that college', async () => {
  const { application } = await caseOf({ courseId: otherCourse });
  const { api } = await portal.as('case_worker', { collegeId: office.collegeId });
  const { rows } = await api.caseDesk.listCaseQueue({ show: 'to_verify_differing', limit: 100 });
  expect(rows.find(({ id }) => id === application.id)?.differsFromMaster).toBe(true);
  const { api: elsewhere } = await portal.as('case_worker', { collegeId: office.otherCollegeId });
  expect(await elsewhere.applications.countApplications({ show: 'to_verify_differing' })).toEqual({
    count: 0,
  });
});

describe('the degree on the verify screen', () => {
  test('stands beside what the student master has, and equal is equal', async () => {
    const found = await caseOf({});
    expect(found.student).toMatchObject({ ...onMaster, courseDegree: 'ECE' });
    expect(differing(found)).toEqual([]);
    await caseWorker.api.applications.verifyApplication({ id: found.application.id, version: 1 });
  });

  test('of a course that the master has otherwise is not verified without a reason', async () => {
    const { application } = await caseOf({ courseId: otherCourse });
    const verify = (differences?: object) =>
      caseWorker.api.applications.verifyApplication({
        id: application.id,
        version: 1,
        ...(differences && { differences: differences as never }),
      });
    await expectDomainError(verify(), 'applications.differs');
    await expectDomainError(
      verify({ fields: ['candidateName'], reason: 'old_entry' }),
      'applications.differs',
    );
    await verify({ fields: ['courseDegree'], reason: 'old_entry' });
    const { rows } = await admin.api.audit.listAuditEvents({ recordId: application.id });
    expect(JSON.stringify(rows.find(({ event }) => event === 'applications.verified'))).toContain(
      'courseDegree',
    );
  });

  test('is nothing to differ from where the master does not know it', async () => {
    const found = await caseOf({}, { courseId: '', academicYear: '', modeOfStudy: '' });
    expect(differing(found)).toEqual([]);
  });

  test(`differs in exactly the fields that were chosen otherwise (seed ${seed})`, async () => {
    const fields = Object.keys(onMaster) as (keyof Awarded)[];
    await fc.assert(
      fc.asyncProperty(fc.subarray(fields), async (wrong) => {
        const found = await caseOf(Object.fromEntries(wrong.map((field) => [field, otherwise[field]])));
        expect(differing(found).toSorted()).toEqual(wrong.map(comparedAs).toSorted());
        expect(await isMarked(found)).toBe(wrong.length > 0);
      }),
      { seed, numRuns: 12 },
    );
  });
});
