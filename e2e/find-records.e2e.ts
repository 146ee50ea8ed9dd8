import { expect, test } from '@playwright/test';
import { acknowledgementCode } from '#features/applications/rules.ts';
import { receive, writeApplication } from './applications.ts';
import { listOptions } from './list-options.ts';
import { openDesk } from './people.ts';
import { scan, setPreamble } from './scanner.ts';
import { visit } from './visit.ts';

test('Ctrl+K, a number and Enter open the record, from any screen and also by a scan', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'receiver');
  const application = await writeApplication(page.request, 910);
  await receive(page.request, application);
  const { registrationNumber, examRollNumber, candidateName } = application;
  const found = `/api/applications?${new URLSearchParams({ search: registrationNumber })}`;
  const { rows } = await (await page.request.get(found)).json();
  const [{ id, acknowledgementNumber }] = rows;
  const draftNumber = application.drafts[0]!.number;
  await setPreamble(page.request);

  await page.goto('/application-receiver/deposit-slips');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const heading = page.getByRole('heading', { level: 1 });
  const find = async (typed: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed, { delay: 40 });
    await page.keyboard.press('Enter');
  };
  for (const number of [acknowledgementCode(acknowledgementNumber), registrationNumber, examRollNumber]) {
    await visit(page, '/application-receiver/deposit-slips');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await find(number);
    await expect(page).toHaveURL(`/application-receiver/records/application/${id}`);
    await expect(page.getByText(candidateName).first()).toBeVisible();
  }
  await find(draftNumber);
  await expect(page).toHaveURL(/\/application-receiver\/records\/draft\//);
  await expect(heading).toContainText(draftNumber);

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Number, name, screen or action' })).toBeFocused();
  await scan(page, acknowledgementCode(acknowledgementNumber));
  await expect(page).toHaveURL(`/application-receiver/records/application/${id}`);
});

test('nothing that another college has is found, and what is not found says so', async ({ browser }) => {
  const receiver = await openDesk(browser, 'receiver');
  const application = await writeApplication(receiver.request, 911, 'COL001');
  await receive(receiver.request, application);
  const page = await openDesk(browser, 'receiver', 'receiver.col002@dikshant.example');
  await visit(page, '/application-receiver/manage-application');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(application.registrationNumber, { delay: 40 });
  await expect(page.getByRole('status').filter({ hasText: 'Nothing was found' })).toBeVisible();
});

test('Ctrl+K finds screens and actions of this screen, recalls what was opened, and gives the focus back', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'admin');
  const find = async (typed: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(typed, { delay: 40 });
  };
  const options = page.getByRole('listbox', { name: 'Found' }).getByRole('option');
  await visit(page, '/admin/college-management');
  await page.getByRole('grid').waitFor();
  await listOptions(page).focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(listOptions(page)).toBeFocused();

  await find('Student mas');
  await expect(options.first()).toContainText('Student master');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/student-master$/);
  await page.getByRole('grid').waitFor();
  await find('Bulk');
  await expect(page.getByRole('group', { name: 'Actions of this screen' })).toContainText('Bulk Upload');
  await page.keyboard.press('Escape');

  const { rows } = await (await page.request.get('/api/applications?limit=2')).json();
  const numbers = rows.map(({ registrationNumber }: { registrationNumber: string }) => registrationNumber);
  for (const [index, number] of numbers.entries()) {
    await find(number);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/admin/records/application/${rows[index].id}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  await page.keyboard.press('Control+k');
  const recent = page.getByRole('group', { name: 'Recent records' }).getByRole('option');
  await expect(recent.nth(0)).toContainText(rows[1].candidateName);
  await expect(recent.nth(1)).toContainText(rows[0].candidateName);
});

test('? shows the keys of the screen and leads to the guide of the desk in the language of the reader', async ({
  browser,
}) => {
  const page = await openDesk(browser, 'case_worker');
  const { session } = await (await page.request.get('/api/session')).json();
  const speak = (language: string | null) =>
    page.request.put('/api/account/preferences', { data: { ...session.preferences, language } });
  const keys = page.getByRole('dialog');
  await visit(page, '/case-worker/manage-application');
  await page.getByRole('grid').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('a?b', { delay: 40 });
  await expect(page.getByRole('textbox', { name: 'Search candidate' })).toHaveValue('a?b');
  await expect(keys).toBeHidden();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(keys).toContainText('Ctrl K');
  const ofList = await keys.getByRole('term').allTextContents();
  expect(ofList.join(' ')).toContain('/');
  try {
    await speak('kn');
    await page.goto('/case-worker/verify');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('?');
    await expect(keys.getByRole('term').first()).toBeVisible();
    expect(await keys.getByRole('term').allTextContents()).not.toEqual(ofList);
    const guide = keys.getByRole('link');
    await expect(guide).toHaveAttribute('href', '/guide/case-worker.kn.html');
    const opened = page.context().waitForEvent('page');
    await guide.press('Enter');
    await expect((await opened).locator('html[lang=kn] h1')).toBeVisible();
  } finally {
    await speak(session.preferences.language);
    await page.context().close();
  }
});

test('the numbers of a record and of Row Details are copied exactly', async ({ browser }) => {
  const page = await openDesk(browser, 'admin');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { rows } = await (await page.request.get('/api/applications?limit=1')).json();
  const [{ id, registrationNumber, examRollNumber }] = rows;
  const copied = async (number: string) => {
    await page.evaluate("navigator.clipboard.writeText('')");
    await page
      .getByRole('button', { name: `Copy ${number}`, exact: true })
      .last()
      .press('Enter');
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(number);
  };
  await visit(page, `/admin/records/application/${id}`);
  await copied(registrationNumber);
  await copied(examRollNumber);
  await visit(page, `/admin/total-applications?q=${registrationNumber}&open=${id}`);
  await expect(page.getByRole('dialog')).toContainText('Row Details');
  await copied(registrationNumber);
});
