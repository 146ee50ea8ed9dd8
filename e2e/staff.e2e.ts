import { expect, type Page, test } from '@playwright/test';
import { roleLabels } from '#shared/roles.ts';
import { post } from './certificates.ts';
import { newestCode, openDesk, password, typeCode } from './people.ts';
import { visit } from './visit.ts';

const run = String(Date.now()).slice(-8);
const name = `Kavya Hegde ${run}`;
const email = `kavya.${run}@dikshant.example`;
const initialPassword = 'seven brass lamps at dawn';
const ownPassword = 'eleven copper kettles in a row';

test('a case worker is added, chooses an own password, is edited, and is shut out at once', async ({
  browser,
}) => {
  const admin = await openDesk(browser, 'admin');

  await test.step('every field is asked for, and what is wrong stands beside it', async () => {
    await visit(admin, '/admin/user-management');
    await admin.getByRole('button', { name: 'Add User' }).click();
    await admin.getByRole('menuitem', { name: 'Add case worker' }).click();
    await expect(admin).toHaveURL(/add-case-worker$/);
    await submit(admin);
    await expect(admin.getByText('5 fields need attention')).toBeVisible();
    await expect(admin.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await fillIn(admin, 'case-worker@dikshant.example', 'Welcome@12345');
    await submit(admin);
    await expect(admin.getByText('Another account uses this Email Id.').first()).toBeVisible();
    await admin.getByLabel('Email').fill(email);
    await submit(admin);
    await expect(
      admin.getByText('This password is easy to guess. Choose another one.').first(),
    ).toBeVisible();
  });

  await test.step('adding says so and goes back to where it was begun', async () => {
    await admin.getByRole('textbox', { name: 'Password' }).fill(initialPassword);
    await submit(admin);
    await expect(admin.getByText(`${name} is added.`, { exact: false })).toBeVisible();
    await expect(admin).toHaveURL(/user-management$/);
    await visit(admin, `/admin/case-worker-management?q=${run}`);
    const row = rowOf(admin);
    await expect(row).toContainText('COL001');
    await expect(row).toContainText('9845098450');
    await expect(row).toContainText('Initial password');
    await expect(row.getByRole('button', { name: /^Delete/ })).not.toHaveAttribute('aria-disabled', 'true');
  });

  const context = await browser.newContext();
  const worker = await context.newPage();
  await test.step('the mail says how to sign in and not the password; an own one has to be chosen first', async () => {
    const mails = await (await worker.request.get(`/api/demo/outbox?to=${email}`)).json();
    expect(mails[0].text).toContain(email);
    expect(mails[0].text).not.toContain(initialPassword);
    await signIn(worker, initialPassword);
    await expect(worker.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
    await worker.getByLabel('Password that you were given', { exact: true }).fill(initialPassword);
    await worker.getByLabel('New password', { exact: true }).fill(ownPassword);
    await worker.getByLabel('Confirm new password', { exact: true }).fill(ownPassword);
    await worker.getByRole('button', { name: 'Save and go on' }).click();
    await expect(worker).toHaveURL(/\/case-worker\/manage-application/);
  });

  await test.step('whoever has signed in cannot be deleted, and the icon says why', async () => {
    await admin.reload();
    await expect(rowOf(admin)).toContainText('Active');
    const remove = rowOf(admin).getByRole('button', { name: /^Delete/ });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await expect(remove).toHaveAccessibleName(/the records name them, so the account cannot be deleted/);
  });

  await test.step('edit opens the same form filled in, without the password', async () => {
    await rowOf(admin).getByRole('button', { name: /^Edit/ }).click();
    await expect(admin).toHaveURL(/add-case-worker\?edit=/);
    await expect(admin.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
    await expect(admin.getByRole('textbox', { name: 'Password' })).toHaveCount(0);
    await admin.getByLabel('Mobile').fill('9900011122');
    await admin.getByRole('button', { name: 'Save case worker' }).click();
    await expect(admin.getByText(`${name} is saved.`)).toBeVisible();
    await expect(rowOf(admin)).toContainText('9900011122');
  });

  await test.step('disabling asks, names the person, and ends the session at once', async () => {
    await rowOf(admin)
      .getByRole('button', { name: /^Disable/ })
      .click();
    const question = admin.getByRole('dialog', { name: `Disable ${name}?` });
    await question.getByRole('button', { name: 'Disable' }).click();
    await expect(question).toHaveCount(0);
    await expect(rowOf(admin)).toContainText('Disabled');
    await worker.goto('/case-worker/manage-application');
    await expect(worker.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
    await typePassword(worker, ownPassword);
    await expect(
      worker.getByText(/^The Email Id or password is wrong, or the role is not /).first(),
    ).toBeVisible();
  });

  await test.step('enabled again, the person signs in with the own password', async () => {
    await rowOf(admin)
      .getByRole('button', { name: /^Enable/ })
      .click();
    await admin
      .getByRole('dialog', { name: `Enable ${name}?` })
      .getByRole('button', { name: 'Enable' })
      .click();
    await expect(rowOf(admin)).toContainText('Active');
    await signIn(worker, ownPassword);
    await expect(worker).toHaveURL(/\/case-worker\/manage-application/);
  });
});

test('an Email Id is changed after password and code, and another admin confirms it', async ({ browser }) => {
  const admin = await openDesk(browser, 'admin');
  const registrar = await openDesk(browser, 'admin', 'registrar@dikshant.example');
  const person = `Meera ${run}`;
  const moved = `meera.moved.${run}@dikshant.example`;
  const { id } = await post(admin, '/api/staff', {
    role: 'auditor',
    name: person,
    code: 'ALL',
    email: `meera.${run}@dikshant.example`,
    password: initialPassword,
  });

  await test.step('the form waits while the admin gives password and code, and is saved after all', async () => {
    await answerOnceAsAnOldSession(admin, `**/api/staff/${id}/edit`);
    await visit(admin, `/admin/add-auditor?edit=${id}`);
    await admin.getByLabel('Email').fill(moved);
    await admin.getByRole('button', { name: 'Save auditor' }).click();
    const dialog = admin.getByRole('dialog', { name: 'Confirm your identity' });
    await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused();
    await admin.keyboard.type(password, { delay: 40 });
    await admin.keyboard.press('Enter');
    await expect(dialog.getByLabel('Digit 1 of 4')).toBeFocused();
    await admin.keyboard.type(await newestCode(admin.request, 'admin@dikshant.example'), { delay: 40 });
    await expect(admin.getByText(`${person} is saved.`)).toBeVisible();
  });

  await test.step('who changed it cannot confirm it', async () => {
    await visit(admin, `/admin/auditor-management?open=${id}`);
    const details = admin.getByRole('dialog', { name: 'Row Details' });
    await expect(details).toContainText('Email Id on hold until');
    await expect(details.getByRole('button', { name: /^Confirm Email Id/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(details.getByRole('button', { name: /^Confirm Email Id/ })).toHaveAccessibleDescription(
      /You changed this Email Id yourself/,
    );
  });

  await test.step('the other admin can, and cancelling the question about oneself changes nothing', async () => {
    await visit(registrar, `/admin/auditor-management?open=${id}`);
    await registrar
      .getByRole('dialog', { name: 'Row Details' })
      .getByRole('button', { name: /^Confirm Email Id/ })
      .click();
    const question = registrar.getByRole('dialog', { name: `Confirm the new Email Id of ${person}?` });
    await answerOnceAsAnOldSession(registrar, `**/api/staff/${id}/confirm-email`);
    await question.getByRole('button', { name: 'Confirm Email Id' }).click();
    const proof = registrar.getByRole('dialog', { name: 'Confirm your identity' });
    await proof.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toContainText('Confirm your identity: sign in again.');
    await question.getByRole('button', { name: 'Confirm Email Id' }).click();
    await expect(registrar.getByText(`The Email Id of ${person} is confirmed.`)).toBeVisible();
  });

  await test.step('an admin signs somebody out everywhere', async () => {
    await openDesk(browser, 'printer');
    await visit(admin, '/admin/printer-management?q=printer@dikshant.example');
    await admin.getByRole('row').nth(1).getByRole('gridcell').first().click();
    const details = admin.getByRole('dialog', { name: 'Row Details' });
    await details.getByRole('button', { name: /^End sessions/ }).click();
    await admin
      .getByRole('dialog', { name: /^Sign .* out everywhere\?$/ })
      .getByRole('button', { name: 'End sessions' })
      .click();
    await expect(admin.getByText(/is signed out everywhere\./)).toBeVisible();
  });
});

/** The next request there is answered as if ten minutes had passed since the sign-in; the one after it is carried out. */
async function answerOnceAsAnOldSession(page: Page, address: string): Promise<void> {
  await page.route(
    address,
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        json: {
          code: 'auth.confirm_identity',
          status: 403,
          title: 'auth.confirm_identity',
          detail: 'Confirm your identity: sign in again.',
        },
      }),
    { times: 1 },
  );
}

test('what was received leads to who received it, and one search narrows both lists', async ({ browser }) => {
  const admin = await openDesk(browser, 'admin');
  await visit(admin, '/admin/application-receiver-management');
  const receivers = admin.getByRole('region', { name: 'Application receivers' });
  const received = admin.getByRole('region', { name: 'Received applications' });
  await admin.getByPlaceholder('Search user......').fill('receiver.col002@');
  await expect(receivers.getByText(/^1 of \d+ entries$/).first()).toBeVisible();
  await expect(received.getByText('No applications found').first()).toBeVisible();
  await admin.getByPlaceholder('Search user......').fill('receiver@dikshant');
  await expect(receivers.getByRole('row').nth(1)).toContainText('Ravi Shetty');
  await received
    .getByRole('button', { name: /^View User/ })
    .first()
    .click();
  const details = admin.getByRole('dialog', { name: 'Row Details' });
  await expect(details).toContainText('receiver@dikshant.example');
  await expect(details).toContainText('Received this month');
  await admin.keyboard.press('Escape');
  await received.getByRole('row').nth(1).getByRole('gridcell').first().click();
  await expect(details).toContainText('Exam roll number');
  await expect(admin).toHaveURL(/received-open=/);
  await admin.keyboard.press('Escape');
  await received
    .getByRole('button', { name: /^Edit User/ })
    .first()
    .click();
  await expect(admin).toHaveURL(/add-application-receiver\?edit=/);
  await expect(admin.getByRole('textbox', { name: 'Name' })).toHaveValue('Ravi Shetty');
});

function rowOf(page: Page) {
  return page.getByRole('row').filter({ hasText: email });
}

async function fillIn(page: Page, address: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('combobox', { name: 'Code' }).click();
  await page.getByRole('option', { name: /^COL001 — / }).click();
  await page.getByLabel('Email').fill(address);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByLabel('Mobile').fill('98450 98450');
}

async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add case worker' }).click();
}

async function signIn(page: Page, password: string): Promise<void> {
  await page.goto('/');
  await typePassword(page, password);
  await expect(page.getByLabel('Digit 1 of 4')).toBeVisible();
  await typeCode(page, await newestCode(page.request, email));
}

async function typePassword(page: Page, password: string): Promise<void> {
  const chip = page.getByRole('radio', { name: roleLabels.case_worker, exact: true });
  await expect(() => chip.check({ force: true, timeout: 1_000 })).toPass();
  await page.getByLabel('Email Id').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}
