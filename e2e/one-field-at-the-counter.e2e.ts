import { expect, type Page, test } from '@playwright/test';
import { acknowledgementCode } from '#features/applications/rules.ts';
import { receive, registrationOf, writeApplication } from './applications.ts';
import { post, print, read, verifiedCertificate } from './certificates.ts';
import { openDesk, openDesks } from './people.ts';

const landing = '/application-receiver/manage-application';
const oneField = (page: Page) => page.getByRole('main').getByLabel(/registration.*(roll|ack|dd).*scan/i);

/** Types a number as at the counter, on a desk that was just opened. */
async function give(page: Page, text: string): Promise<void> {
  await page.goto(landing);
  await oneField(page).fill(text);
  await oneField(page).press('Enter');
}

async function receivedOf(receiver: Page, ordinal: number) {
  const application = await writeApplication(receiver.request, ordinal);
  await receive(receiver.request, application);
  const { rows } = await read(receiver, `/api/applications?search=${registrationOf(ordinal)}`);
  return { ...application, id: rows[0].id as string, ack: rows[0].acknowledgementNumber as number };
}

test('one field knows what it is given: new, returned, ready or elsewhere', async ({ browser }) => {
  const [receiver, caseWorker, printer, admin] = await openDesks(
    browser,
    'receiver',
    'case_worker',
    'printer',
    'admin',
  );

  await test.step('a student of the master: a form that is filled in, by either number', async () => {
    const [college] = (await read(receiver, '/api/application-choices')).colleges;
    const student = {
      ...{
        name: 'Netravati Kamath',
        nameNative: '',
        collegeId: college.id,
        address: 'Vijayanagar, Mysuru 570017',
      },
      ...{ registrationNumber: registrationOf(9_721), examRollNumber: `25${Date.now() % 10_000_000}21` },
    };
    await post(admin, '/api/students', student);
    for (const number of [student.registrationNumber, student.examRollNumber]) {
      await give(receiver, number);
      await expect(receiver).toHaveURL(/\/application-receiver\/new-application/);
      await expect(receiver.getByLabel(/registration number/i).first()).toHaveValue(
        student.registrationNumber,
      );
      await expect(receiver.getByLabel('Candidate name')).toHaveValue(student.name);
    }
    await expect(receiver.getByLabel(/consents/)).not.toBeChecked();
  });

  await test.step('a returned case: its correction, by acknowledgement, draft and registration', async () => {
    const { id, ack, drafts, registrationNumber } = await receivedOf(receiver, 9_722);
    await post(caseWorker, `/api/applications/${id}/return`, { version: 1, reasons: ['photo'] });
    await receiver.goto(landing);
    const returned = receiver.getByRole('main').getByRole('region', { name: /returned/i });
    const { session } = await read(receiver, '/api/session');
    const waiting = `/api/applications?status=returned&sort=waitingSince&limit=1&receivedBy=${session.staffId}`;
    const [longest] = (await read(receiver, waiting)).rows;
    await expect(returned.getByRole('listitem').first()).toContainText(`${longest.candidateName}: `);
    for (const number of [acknowledgementCode(ack), drafts[0]!.number, registrationNumber]) {
      await give(receiver, number);
      await expect(receiver, number).toHaveURL(new RegExp(`new-application\\?.*edit=${id}`));
    }
    await expect(receiver.getByRole('main')).toContainText('Photo cannot be used');
  });

  await test.step('a printed certificate: the hand-over with the face, by sheet, QR code and roll', async () => {
    const { id, number } = await verifiedCertificate(receiver, caseWorker, { ordinal: 9_723 });
    const { serial, address } = await print(printer, id);
    const { examRollNumber } = await read(receiver, `/api/certificates/${id}`);
    for (const given of [serial, String(address), examRollNumber]) {
      await give(receiver, given);
      const dialog = receiver.getByRole('dialog', { name: new RegExp(number) });
      await expect(dialog, given).toContainText(/hand over/i);
      const photo = dialog.getByRole('img', { name: 'Photo' });
      await expect.poll(async () => (await photo.boundingBox())?.width).toBeGreaterThan(150);
    }
    await receiver.keyboard.press('Escape');
  });

  await test.step('a case at another desk: what it waits for, and no form', async () => {
    const { id, ack, candidateName } = await receivedOf(receiver, 9_724);
    await give(receiver, acknowledgementCode(ack));
    await expect(receiver.getByRole('main')).toContainText(candidateName);
    await expect(receiver.getByRole('main')).toContainText(/pending|to verify|verif/i);
    await expect(receiver).not.toHaveURL(/new-application/);
    const { status } = await read(receiver, `/api/applications/${id}`);
    expect(status, 'looking changes nothing').toBe('received');
  });

  await test.step('of another college: nothing', async () => {
    const { id, registrationNumber, ack, candidateName } = await receivedOf(receiver, 9_725);
    const away = await openDesk(browser, 'receiver', 'receiver.col002@dikshant.example');
    for (const number of [acknowledgementCode(ack), registrationNumber]) {
      await give(away, number);
      await expect(away.getByRole('main')).toContainText(
        /not found|nothing|no record|no application|new application/i,
      );
      await expect(away.getByRole('main')).not.toContainText(candidateName);
      expect(away.url()).not.toContain(id);
    }
  });
});
