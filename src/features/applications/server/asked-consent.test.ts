import { expect, test } from 'vitest';
import { applicationEntry, studentEntry } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { correct } from '#dev/testing/reopening.ts';
import { dayInIndia } from '#shared/format.ts';

const { portal, office } = await fileOffice();
const [admin, receiver, caseWorker] = await portal.asEach('admin', 'receiver', 'case_worker');

const agreed = { consentNoticeVersion: '1' as const, mobile: '9845012345', email: 'asha@mail.example' };

/** A candidate who agreed at the college; what the counter says of consent is given. */
async function received(said: { contactNotice?: number | null }) {
  const entry = await applicationEntry(receiver, office);
  const { registrationNumber, examRollNumber, candidateName: name } = entry;
  await admin.api.students.addStudent(
    studentEntry(office, { registrationNumber, examRollNumber, name, ...agreed }),
  );
  return receiver.api.applications.receiveApplication({ ...entry, ...said });
}

const stored = async (id: string) => {
  const db = portal.services.db;
  const consents = await db
    .selectFrom('contact_consents')
    .selectAll()
    .where('application_id', '=', id)
    .execute();
  const details = await db
    .selectFrom('award_records')
    .select(['mobile', 'email'])
    .where('application_id', '=', id)
    .executeTakeFirst();
  return { consents: consents.length, mobile: details?.mobile ?? null, email: details?.email ?? null };
};

test('a consent at the college is none at the counter, until the candidate is asked', async () => {
  const { id } = await received({});
  expect(await stored(id)).toEqual({ consents: 0, mobile: null, email: null });
  expect((await receiver.api.applications.getApplication({ id })).contactConsent).toBeNull();
  const asked = await received({ contactNotice: 1 });
  expect(await stored(asked.id)).toEqual({ consents: 1, mobile: agreed.mobile, email: agreed.email });
});

test('a correction that does not speak of it gives no consent either, and takes none away', async () => {
  for (const [said, consents] of [
    [{}, 0],
    [{ contactNotice: 1 }, 1],
  ] as const) {
    const { id } = await received(said);
    await caseWorker.api.applications.returnApplication({ id, version: 1, reasons: ['photo'] });
    await correct(receiver, id);
    expect(await stored(id)).toMatchObject({ consents });
  }
});

test('the counter reads on which day the college wrote the consent down', async () => {
  const [withConsent, without] = [studentEntry(office, agreed), studentEntry(office)];
  for (const entry of [withConsent, without]) await admin.api.students.addStudent(entry);
  const find = async (number: string) => (await receiver.api.students.findStudents({ number }))[0];
  expect(await find(withConsent.registrationNumber)).toMatchObject({
    consentRecordedOn: dayInIndia(new Date()),
  });
  expect(await find(without.registrationNumber)).toMatchObject({ consentRecordedOn: null });
});
