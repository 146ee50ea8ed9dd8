import { expect, type Page, test } from '@playwright/test';
import {
  expectReceivedOnce,
  expectSaved,
  fillEveryField,
  findReceived,
  listSavedDrafts,
  newApplication,
  openNewApplication,
  readEveryField,
  type ShownForm,
} from './application-form.ts';
import { receive, registrationOf, writeApplication } from './applications.ts';
import { post, read } from './certificates.ts';
import { startOwnPortal } from './own-portal.ts';
import { newestCode, openDesk, openDeskAt, openDesks, password, typeCode } from './people.ts';
import { visit } from './visit.ts';

const receiverEmail = 'receiver@dikshant.example';

test('the tab is killed: every field comes back in another browser, files and drafts included', {
  tag: '@long',
}, async ({ browser }) => {
  const page = await openDesk(browser, 'receiver');
  await openNewApplication(page);
  await fillEveryField(page, 101);
  await typeLast(page);
  const typed = await readEveryField(page);
  await expectSaved(page, 'new-application', 'postalAddress', '4, Fort Road, Mysuru, by the fort');
  await expect(page.getByText('Autosaved', { exact: true })).toBeVisible();
  await page.context().close();

  const other = await openDesk(browser, 'receiver');
  await visit(other, newApplication);
  const left = other.getByRole('listitem').filter({ hasText: 'Chandrika Bhat 101' });
  await expect(left).toContainText(registrationOf(101));
  await left.getByRole('button', { name: 'Open here' }).click();
  await expect(left).toBeHidden();
  await expect(other.getByText(/^Unsaved changes from .* restored\.$/)).toBeVisible();
  expect(await readEveryField(other)).toEqual(typed);
  // However slow: the next form is not offered what is received.
  await other.route('**/api/form-drafts/**', async (route) => {
    if (route.request().method() === 'DELETE') await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await save(other);
  await expectReceivedOnce(other, 101);
  await expect(left).toBeHidden();
});

test('the network is cut: typing goes on, saving says why, and saves once when it is back', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'receiver');
  await openNewApplication(page);
  await fillEveryField(page, 102);
  await page.context().setOffline(true);
  await typeLast(page);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  const typed = await readEveryField(page);
  await page.getByRole('button', { name: 'Receive application' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toContainText(
    'The portal cannot be reached. Check the connection and try again. Your input is saved.',
  );
  expect(await readEveryField(page)).toEqual(typed);

  await test.step('back online it is kept at the server by itself', async () => {
    await page.context().setOffline(false);
    await expectSaved(page, 'new-application', 'postalAddress', '4, Fort Road, Mysuru, by the fort');
    await expect(page.getByText('Autosaved', { exact: true })).toBeVisible();
  });

  await test.step('an answer that gets lost does not make two of it', async () => {
    await page.route(
      '**/api/applications',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Receive application' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible();
    expect(await findReceived(page, 102)).toHaveLength(1);
    // The register may know the drafts by now: their receipts are then links instead of fields.
    expect(withoutReceipts(await readEveryField(page))).toEqual(withoutReceipts(typed));
    for (const receipt of ['dd-102.pdf', 'dd-102-2.pdf']) await expect(page.getByText(receipt)).toBeVisible();
    await save(page);
    await expectReceivedOnce(page, 102);
  });
});

test('the session ends: signing in over the page goes on where it stood', async ({ browser }) => {
  const page = await openDesk(browser, 'receiver');
  await openNewApplication(page);
  await fillEveryField(page, 103);
  const elsewhere = await openDesk(browser, 'receiver');
  const ended = await elsewhere.request.post('/api/account/sessions/end-others', { data: {} });
  expect(ended.ok()).toBe(true);

  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close without signing in' }).click();
  await typeLast(page);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  const typed = await readEveryField(page);

  await page.getByRole('button', { name: 'Receive application' }).click();
  await dialog.getByLabel('Password').first().fill(password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog.getByLabel('Digit 1 of 4')).toBeVisible();
  expect(await readEveryField(page)).toEqual(typed);
  await typeCode(page, await newestCode(page.request, receiverEmail));
  await expect(page.getByText(/^Received: acknowledgement number/)).toBeVisible();
  await expectReceivedOnce(page, 103);
});

test('the server and its database die in the middle: nothing is lost, and it is received once', {
  tag: '@long',
}, async ({ browser }) => {
  const portal = await startOwnPortal();
  try {
    const page = await openDeskAt(browser, portal.url, 'receiver');
    await openNewApplication(page);
    await fillEveryField(page, 104);
    await portal.kill();
    await typeLast(page);
    await expect(page.getByText('Saved on this device')).toBeVisible();
    const typed = await readEveryField(page);
    await page.getByRole('button', { name: 'Receive application' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible();

    await portal.start();
    await expect(page.getByText('Autosaved', { exact: true })).toBeVisible();
    await expectSaved(page, 'new-application', 'postalAddress', '4, Fort Road, Mysuru, by the fort');
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(page.getByText(/^Unsaved changes from .* restored\.$/)).toBeVisible();
    expect(await readEveryField(page)).toEqual(typed);
    await save(page);
    await expectReceivedOnce(page, 104);
  } finally {
    await portal.close();
  }
});

test('a colleague edits the same application: mine and theirs by field, and nothing is lost', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'receiver');
  const colleague = await openDesk(browser, 'receiver', 'receiver.col001@dikshant.example');
  const caseWorker = await openDesk(browser, 'case_worker');
  await receive(colleague.request, await writeApplication(colleague.request, 105));
  const [{ id }] = (await findReceived(page, 105)) as [{ id: string }];
  const sendBack = async (version: number) => {
    const remark = 'The marks card says otherwise.';
    await post(caseWorker, `/api/applications/${id}/return`, { id, version, reasons: ['name'], remark });
  };
  await sendBack(1);

  await visit(page, `${newApplication}?edit=${id}`);
  await page.getByLabel('Candidate name').fill('Mine Candidate');
  await page.getByLabel('Name in another script').fill('ನನ್ನ ಹೆಸರು');
  const { photo } = await correct(colleague, id, {
    candidateName: 'Theirs Candidate',
    examRollNumber: '77001122',
  });
  await sendBack(3);

  await page.getByRole('button', { name: 'Save correction' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'saved this record after you opened it' });
  await expect(notice).toContainText('Exam roll number: 77001122');
  await expect(page.getByLabel('Exam roll number')).toHaveValue('77001122');
  const name = notice.getByRole('radiogroup', { name: 'Candidate name' });
  await name.getByLabel(/Theirs: Theirs Candidate/).check();
  await expect(page.getByRole('textbox', { name: 'Candidate name' })).toHaveValue('Theirs Candidate');
  await name.getByLabel(/Mine: Mine Candidate/).check();
  await page.getByRole('checkbox', { name: 'Name differs from the marks card' }).check();
  await page.getByRole('button', { name: 'Save correction' }).click();
  await expect(page.getByText('is back with the case workers')).toBeVisible();
  expect((await findReceived(page, 105))[0]).toMatchObject({
    status: 'received',
    candidateName: 'Mine Candidate',
    candidateNameNative: 'ನನ್ನ ಹೆಸರು',
    examRollNumber: '77001122',
    photo: { id: photo.id },
    version: 5,
  });
});

test('a correction that came back from the server is compared with what a colleague saved since', async ({
  browser,
}) => {
  const [page, caseWorker] = await openDesks(browser, 'receiver', 'case_worker');
  await receive(page.request, await writeApplication(page.request, 106));
  const [{ id }] = (await findReceived(page, 106)) as [{ id: string }];
  const sendBack = async (version: number) => {
    await post(caseWorker, `/api/applications/${id}/return`, { id, version, reasons: ['name'] });
  };
  await sendBack(1);
  await visit(page, `${newApplication}?edit=${id}`);
  await page.getByLabel('Candidate name').fill('Half-typed Name');
  await expectSaved(page, `application-${id}`, 'candidateName', 'Half-typed Name');
  await page.context().close();

  const other = await openDesk(browser, 'receiver');
  await correct(other, id, { academicYear: '2023-24' });
  await sendBack(3);
  await visit(other, `${newApplication}?edit=${id}`);
  await other.getByRole('button', { name: /^Open here: Half-typed Name/ }).click();
  await expect(other.getByLabel('Candidate name')).toHaveValue('Half-typed Name');
  await expect(other.getByRole('combobox', { name: 'Academic year' })).toHaveValue('2023-24');
  await expect(other.getByRole('alert').filter({ hasText: 'Academic year: 2023-24' })).toBeVisible();
  await other.getByRole('button', { name: 'Start over' }).click();
  await expect(other.getByLabel('Candidate name')).toHaveValue('Candidate 106');
  await expect.poll(() => listSavedDrafts(other, `application-${id}`)).toEqual([]);
});

test('two tabs of one form are two: neither overwrites the other, and what one leaves is opened or discarded', {
  tag: '@long',
}, async ({ browser }) => {
  const one = await openDesk(browser, 'receiver');
  await openNewApplication(one);
  const other = await one.context().newPage();
  await visit(other, newApplication);
  await one.getByLabel('Candidate name').fill('Asha Rao');
  await other.getByLabel('Candidate name').fill('Ravi Pai');
  await expectSaved(one, 'new-application', 'candidateName', 'Asha Rao');
  await expectSaved(one, 'new-application', 'candidateName', 'Ravi Pai');

  await test.step('a reloaded tab has its own, and cannot take what the other has open', async () => {
    one.on('dialog', (dialog) => void dialog.accept());
    await one.reload();
    await expect(one.getByLabel('Candidate name')).toHaveValue('Asha Rao');
    await expect(one.getByRole('listitem').filter({ hasText: 'Ravi Pai' })).toContainText(
      'Open in another tab',
    );
  });

  await test.step('what a closed tab leaves waits until this form is free', async () => {
    await other.close();
    await one.reload();
    const left = one.getByRole('button', { name: /^Open here: Ravi Pai/ });
    await expect(left).toHaveAttribute('aria-disabled', 'true');
    await one.getByLabel('Candidate name').fill('');
    await expect.poll(() => listSavedDrafts(one, 'new-application')).toHaveLength(1);
    await left.click();
    await expect(one.getByLabel('Candidate name')).toHaveValue('Ravi Pai');
    await expect.poll(() => listSavedDrafts(one, 'new-application')).toHaveLength(1);
  });

  await test.step('discarding asks first', async () => {
    const later = await openDesk(browser, 'receiver');
    await visit(later, newApplication);
    await later.getByRole('button', { name: /^Discard: Ravi Pai/ }).click();
    await later.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(later.getByText('Ravi Pai')).toHaveCount(0);
    expect(await listSavedDrafts(later, 'new-application')).toEqual([]);
  });
});

function withoutReceipts(shown: ShownForm): ShownForm {
  return Object.fromEntries(Object.entries(shown).filter(([path]) => !path.endsWith('receiptFileId')));
}

/** The last keys before the disaster, by hand. */
async function typeLast(page: Page): Promise<void> {
  await page.getByLabel('Postal address').focus();
  await page.keyboard.press('End');
  await page.keyboard.type(', by the fort', { delay: 40 });
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Receive application' }).click();
  await expect(page.getByText(/^Received: acknowledgement number/)).toBeVisible();
}

/** Saves these fields of an application that was sent back, past the form; what it was before. */
async function correct(page: Page, id: string, changes: object) {
  const opened = await read(page, `/api/applications/${id}`);
  const asEntered = { candidateNameNative: '', guideName: '', photoFileId: opened.photo.id, drafts: [] };
  const answers = [{ reason: 'name', answer: 'left', remark: 'As on the marks card.' }];
  await post(page, `/api/applications/${id}/correct`, { ...opened, ...asEntered, answers, ...changes });
  return opened;
}
