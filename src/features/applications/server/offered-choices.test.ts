import { expect, test } from 'vitest';
import { changeWithFourEyes } from '#dev/testing/change-master.ts';
import { exampleEntry } from '#dev/testing/example-entry.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { leaving } from '#dev/testing/reopening.ts';
import { addDays, dayInIndia } from '#shared/format.ts';

const today = dayInIndia(new Date());

const { portal, office } = await fileOffice();
const [receiver, admin] = await portal.asEach('receiver', 'admin');

async function addCourse(name: string, activeFrom: string, activeUntil: string): Promise<string> {
  const entry = { ...exampleEntry('courses'), name, activeFrom, activeUntil };
  return (await admin.api.courses.addEntry(entry)).id;
}

test('a course is offered from its first to its last day, and what was received for it can be corrected afterwards', async () => {
  await addCourse('PAST', '', addDays(today, -1));
  await addCourse('NEXT', addDays(today, 1), '');
  const last = await addCourse('LAST', '', today);
  const { courses } = await receiver.api.applications.listApplicationChoices();
  expect(courses.map(({ name }) => name)).toEqual(['ECE', 'LAST']);

  const id = await receiveApplication(receiver, { ...office, courseId: last });
  await changeWithFourEyes(portal, 'courses', {
    named: 'LAST',
    changes: { activeUntil: addDays(today, -1) },
  });

  const another = await applicationEntry(receiver, { ...office, courseId: last });
  await expectDomainError(
    receiver.api.applications.receiveApplication(another),
    'applications.unknown_choice',
  );
  const application = await receiver.api.applications.getApplication({ id });
  const caseWorker = await portal.as('case_worker');
  await caseWorker.api.applications.returnApplication({
    id,
    version: application.version,
    reasons: ['name'],
    remark: 'As on the marks card.',
  });
  const { drafts: _, ...entry } = await applicationEntry(receiver, { ...office, courseId: last });
  await receiver.api.applications.correctApplication({
    ...entry,
    registrationNumber: application.registrationNumber,
    examRollNumber: application.examRollNumber,
    candidateName: 'Asha Rao',
    drafts: [],
    answers: leaving('name'),
    id,
    version: application.version + 1,
  });
  expect(await receiver.api.applications.getApplication({ id })).toMatchObject({ courseDegree: 'LAST' });
});
