import { describe, expect, test } from 'vitest';
import { addCourse } from '#dev/testing/change-master.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, receiveApplication } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { leaving } from '#dev/testing/reopening.ts';
import { unique } from '#dev/testing/unique.ts';
import type { ReceiveApplicationInput } from '#features/applications/entry-contract.ts';
import { withClient } from '#platform/server/db/connections.ts';

const { portal, office } = await sharedOffice();
const [receiver, caseWorker] = await portal.asEach('receiver', 'case_worker');
const otherCourse = { courseId: await addCourse(portal, `MECH ${unique()}`) };

type Numbers = Pick<ReceiveApplicationInput, 'registrationNumber' | 'examRollNumber'>;

function newNumbers(): Numbers {
  const number = unique();
  return { registrationNumber: `Num/${number}`, examRollNumber: `Roll-${number}` };
}

const receive = (changes: Partial<ReceiveApplicationInput>) => receiveApplication(receiver, office, changes);

/** Sends an application back and corrects its numbers. */
async function correct(id: string, numbers: Partial<Numbers>) {
  const { version } = await receiver.api.applications.getApplication({ id });
  await caseWorker.api.applications.returnApplication({ id, version, reasons: ['registration'] });
  const { photo, ...detail } = await receiver.api.applications.getApplication({ id });
  return receiver.api.applications.correctApplication({
    ...detail,
    candidateNameNative: '',
    guideName: '',
    photoFileId: photo.id,
    drafts: [],
    answers: leaving('registration'),
    ...numbers,
  });
}

describe('a registration number and an exam roll number', () => {
  test('belong together within a college, in any spelling', async () => {
    const numbers = newNumbers();
    const id = await receive(numbers);
    const { acknowledgementNumber } = await receiver.api.applications.getApplication({ id });
    const otherRoll = await expectDomainError(
      receive({ registrationNumber: numbers.registrationNumber.toUpperCase() }),
      'applications.other_roll',
    );
    const otherRegistration = await expectDomainError(
      receive({ examRollNumber: numbers.examRollNumber.toLowerCase() }),
      'applications.other_registration',
    );
    for (const { message } of [otherRoll, otherRegistration])
      for (const named of [...Object.values(numbers), String(acknowledgementNumber)])
        expect(message).toContain(named);
    await receive({ ...numbers, ...otherCourse });
    await receive({ examRollNumber: numbers.examRollNumber, collegeId: office.otherCollegeId });
  });

  test('are corrected while one application has them, not against another one', async () => {
    const [numbers, others] = [newNumbers(), newNumbers()];
    const id = await receive(numbers);
    await receive(others);
    await expectDomainError(
      correct(id, { examRollNumber: others.examRollNumber }),
      'applications.other_registration',
    );
    const { version } = await receiver.api.applications.getApplication({ id });
    const { photo, ...detail } = await receiver.api.applications.getApplication({ id });
    const right = { ...numbers, examRollNumber: newNumbers().examRollNumber };
    await receiver.api.applications.correctApplication({
      ...detail,
      ...right,
      version,
      candidateNameNative: '',
      guideName: '',
      photoFileId: photo.id,
      drafts: [],
      answers: leaving('registration'),
    });
    const second = await receive({ ...right, ...otherCourse });
    await expectDomainError(
      correct(second, { examRollNumber: newNumbers().examRollNumber }),
      'applications.other_roll',
    );
  });

  test('hold when many people send them at once', async () => {
    const numbers = newNumbers();
    const entries = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        applicationEntry(
          receiver,
          office,
          index % 2
            ? { registrationNumber: numbers.registrationNumber }
            : { examRollNumber: numbers.examRollNumber },
        ),
      ),
    );
    const answers = await Promise.allSettled(
      entries.map((entry) => receiver.api.applications.receiveApplication(entry)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason.code).toMatch(/^applications\.other_(roll|registration)$/);
  });

  test('are held by the database itself', async () => {
    const [numbers, others] = [newNumbers(), newNumbers()];
    await receive(numbers);
    const id = await receive(others);
    const set = (values: object) =>
      portal.services.db
        .updateTable('applications')
        .set({ ...values, corrected_by: receiver.actor.id, corrected_at: new Date() })
        .where('id', '=', id)
        .execute();
    await expect(set({ exam_roll_number: numbers.examRollNumber })).rejects.toMatchObject({
      constraint: 'applications__one_registration_of_roll',
    });
    await expect(set({ registration_number: numbers.registrationNumber })).rejects.toMatchObject({
      constraint: 'applications__one_roll_of_registration',
    });
  });

  test('that contradicted each other before stay as they are', async () => {
    const [numbers, others] = [newNumbers(), newNumbers()];
    await receive(numbers);
    const id = await receive({ ...others, ...otherCourse });
    await withClient(portal.ownerUrl, 'migration', (client) =>
      client.query(`
        alter table applications disable trigger user;
        update applications set registration_number = '${numbers.registrationNumber}' where id = '${id}';
        alter table applications enable trigger user`),
    );
    await correct(id, {});
    await receive({ ...numbers, certificateType: office.certificateType, courseId: await thirdCourse() });
    await expectDomainError(
      receive({ registrationNumber: numbers.registrationNumber }),
      'applications.other_roll',
    );
  });
});

describe('an earlier application', () => {
  const find = (person: StaffCaller, by: keyof Numbers, numbers: Numbers, collegeId?: string) =>
    person.api.applications.findEarlierApplication({ by, number: numbers[by].toUpperCase(), collegeId });

  test('is found by each of its numbers, in its college and in the scope of who asks', async () => {
    const numbers = newNumbers();
    const id = await receive({ ...numbers, candidateName: 'Priya Nair' });
    const insider = await portal.as('receiver', { collegeId: office.collegeId });
    const outsider = await portal.as('receiver', { collegeId: office.otherCollegeId });
    for (const by of ['registrationNumber', 'examRollNumber'] as const) {
      const found = { application: expect.objectContaining({ id, candidateName: 'Priya Nair', ...numbers }) };
      const nothing = { application: null };
      expect(await find(receiver, by, numbers)).toEqual(found);
      expect(await find(insider, by, numbers, office.collegeId)).toEqual(found);
      expect(await find(receiver, by, numbers, office.otherCollegeId)).toEqual(nothing);
      expect(await find(outsider, by, numbers)).toEqual(nothing);
      expect(await find(outsider, by, numbers, office.collegeId)).toEqual(nothing);
      expect(await find(receiver, by, newNumbers())).toEqual(nothing);
    }
    const printer = await portal.as('printer');
    await expectDomainError(find(printer, 'examRollNumber', numbers), 'auth.not_permitted');
  });
});

async function thirdCourse(): Promise<string> {
  return addCourse(portal, `Course ${unique()}`);
}
