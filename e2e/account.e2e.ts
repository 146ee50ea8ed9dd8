import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { TOTP, URI } from 'otpauth';
import { readQrCodes } from '#dev/testing/qr-codes.ts';
import { expectNothingFound } from './axe.ts';
import { openDesk, password, signIn, typeCode, typePassword } from './people.ts';
import { visit } from './visit.ts';

/** Somebody whom the other journeys leave alone. */
const email = 'receiver.col002@dikshant.example';
const desk = /\/application-receiver\/manage-application/;

test('the login of the demo fills itself in for each role', async ({ page }) => {
  await page.goto('/');
  for (const [role, address] of [
    ['Admin', 'admin'],
    ['Case worker', 'case-worker'],
    ['application receiver', 'receiver'],
    ['Printer', 'printer'],
    ['Auditor', 'auditor'],
  ] as const) {
    await page.getByRole('region', { name: 'Demo' }).getByRole('button', { name: role }).click();
    await expect(page.getByLabel('Email Id')).toHaveValue(`${address}@dikshant.example`);
    await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue(password);
    await expect(page.getByRole('radio', { name: role, exact: true })).toBeChecked();
  }
});

test('an authenticator app is set up, signs in, is recovered from, and removed', { tag: '@long' }, async ({
  browser,
}) => {
  const page = await openOwnDesk(browser);
  await visit(page, '/account');
  const card = page.getByRole('region', { name: 'Second factor' });
  const dialog = page.getByRole('dialog');
  await expect(card).toContainText('Email code.');

  const { app, recoveryCodes } = await test.step('enrol by the QR code on the screen', async () => {
    await card.getByRole('button', { name: 'Use an authenticator app' }).click();
    await dialog.getByLabel('Current password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Show the QR code' }).click();
    const picture = dialog.getByRole('img', { name: 'QR code for the authenticator app' });
    await expect(picture).toBeVisible();
    const scanned = await scan(picture.screenshot());
    expect(scanned).toMatchObject({ issuer: 'Dikshant', label: email, digits: 6, period: 30 });
    await expect(dialog).toContainText(scanned.secret.base32.match(/.{4}/g)!.join(' '));

    await typeCode(page, scanned.generate() === '000000' ? '111111' : '000000');
    await expect(dialog.getByRole('alert')).toContainText('This is not the code of the new entry.');
    await typeCode(page, scanned.generate());
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    await expectNothingFound(page, 'recovery codes');
    const told = await codes.allTextContents();
    const download = page.waitForEvent('download');
    await dialog.getByRole('link', { name: 'Download' }).click();
    const file = readFileSync(await (await download).path(), 'utf8');
    for (const code of told) expect(file).toContain(code);
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await expect(card).toContainText('10 recovery codes are left.');
    return { app: scanned, recoveryCodes: told };
  });

  await test.step('sign in with the code of the app; no mail goes out', async () => {
    await signOut(page);
    const before = await countMails(page);
    await typePassword(page, 'receiver', email);
    await expect(page.getByText('Enter the 6-digit code of your authenticator app.')).toBeVisible();
    await expect(page.getByText('Resend')).toBeHidden();
    await expectNothingFound(page, 'code of the app');
    // The enrolment used its step up; the code of the next one is taken before its time.
    await typeCode(page, app.generate({ timestamp: Date.now() + 30_000 }));
    await expect(page).toHaveURL(desk);
    expect(await countMails(page)).toBe(before);
  });

  await test.step('sign in with a recovery code, which works once', async () => {
    await startRecovery(page);
    await expectNothingFound(page, 'recovery code');
    await recoverWith(page, recoveryCodes[0]!.toLowerCase());
    await expect(page).toHaveURL(desk);
    await startRecovery(page);
    await recoverWith(page, recoveryCodes[0]!);
    await expect(page.getByText('The code is wrong. 4 tries are left.')).toBeVisible();
    await recoverWith(page, recoveryCodes[1]!);
    await expect(page).toHaveURL(desk);
  });

  await test.step('go back to the mailed code', async () => {
    await visit(page, '/account');
    await expect(card).toContainText('8 recovery codes are left.');
    await card.getByRole('button', { name: 'Go back to Email code' }).click();
    await dialog.getByLabel('Current password', { exact: true }).fill(password);
    await expectNothingFound(page, 'password and code');
    await dialog.getByLabel('Code of the app').fill('not a code');
    await dialog.getByRole('button', { name: 'Remove the app' }).click();
    await expect(dialog).toContainText('neither the newest code of your authenticator app');
    await dialog.getByLabel('Code of the app').fill(recoveryCodes[2]!);
    await dialog.getByRole('button', { name: 'Remove the app' }).click();
    await expect(card).toContainText('Email code.');
    await signOut(page);
    await signIn(page, 'receiver', email);
    await expect(page).toHaveURL(desk);
  });
});

test('a session that is ended elsewhere is thrown out at once, and loses no typed input', async ({
  browser,
}) => {
  const here = await openOwnDesk(browser);
  const there = await openOwnDesk(browser);
  const stream = there.waitForRequest('**/api/changes');
  await there.goto('/application-receiver/new-application');
  await stream;
  await there.getByLabel('Candidate name').fill('Sunita Rao');

  await visit(here, '/account');
  const card = here.getByRole('region', { name: 'Sessions' });
  await expect(card.getByRole('listitem').first()).toContainText('This one');
  await expect(card.getByRole('listitem').first()).toContainText('Chrome on Linux');
  await card
    .getByRole('button', { name: /^End: Chrome on Linux/ })
    .first()
    .click();
  await expect(card.getByRole('status')).toContainText('The session of Chrome on Linux has ended.');

  const dialog = there.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible({ timeout: 2_000 });
  await expect(here.getByRole('dialog')).toBeHidden();
  expect((await there.request.get('/api/account/sessions')).status()).toBe(401);
  await there.reload();
  await expect(there.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  await signIn(there, 'receiver', email);
  await expect(there.getByLabel('Candidate name')).toHaveValue('Sunita Rao');

  await here.reload();
  await card.getByRole('button', { name: 'End all others' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(1);
  await expect(there.getByRole('dialog', { name: 'Sign in again' })).toBeVisible({ timeout: 2_000 });
});

test('the density survives a reload and follows to another device', { tag: '@long' }, async ({ browser }) => {
  const page = await openOwnDesk(browser);
  expect(await rowHeight(page)).toBe(36);
  await visit(page, '/account');
  await page.getByLabel('Density').selectOption('Compact');
  await expect(page.getByText('Saved.')).toBeVisible();
  await visit(page, '/application-receiver/manage-application');
  expect(await rowHeight(page)).toBe(30);
  await page.reload();
  expect(await rowHeight(page)).toBe(30);
  expect(await rowHeight(await openOwnDesk(browser))).toBe(30);
  await visit(page, '/account');
  await page.getByLabel('Density').selectOption('Comfortable');
  await expect(page.getByText('Saved.')).toBeVisible();
});

test('what a page asks for while nobody is there says so, and keeps no session alive', async ({
  browser,
}) => {
  const colleague = await openOwnDesk(browser);
  const page = await openDesk(browser, 'auditor');
  await page.clock.install();
  const stream = page.waitForResponse('**/api/changes');
  await page.goto('/auditor/overview');
  await stream;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  /** Of each time that the overview asks again what waits. */
  const askedBy: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/waiting')) askedBy.push(request.headers()['x-asked-by']);
  });
  const expectRefetch = async (by: string | undefined) => {
    askedBy.length = 0;
    // A stream that is just coming back misses a change, and catches up by itself.
    await expect(async () => {
      const data = { density: 'comfortable', language: null };
      expect((await colleague.request.put('/api/account/preferences', { data })).ok()).toBe(true);
      await expect.poll(() => askedBy, { timeout: 5_000 }).toContain(by);
    }).toPass();
  };
  await page.clock.fastForward('01:30');
  await expectRefetch('page');
  expect(askedBy).not.toContain(undefined);
  await page.keyboard.press('Shift');
  await expectRefetch(undefined);
  // Its clock is not that of the next journey.
  await page.context().close();
});

async function openOwnDesk(browser: Browser): Promise<Page> {
  const page = await openDesk(browser, 'receiver', email);
  await page.goto('/');
  return page;
}

async function scan(picture: Promise<Buffer>): Promise<TOTP> {
  const [code] = await readQrCodes(await picture);
  const entry = URI.parse(code!.text);
  if (!(entry instanceof TOTP)) throw new Error(`${code!.text} is not of a time-based app`);
  return entry;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
}

async function startRecovery(page: Page): Promise<void> {
  await signOut(page);
  await typePassword(page, 'receiver', email);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
}

async function recoverWith(page: Page, code: string): Promise<void> {
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function countMails(page: Page): Promise<number> {
  const mails = await (await page.request.get(`/api/demo/outbox?to=${email}`)).json();
  return mails.length;
}

async function rowHeight(page: Page): Promise<number> {
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText(/\S/);
  return Math.round((await row.boundingBox())!.height);
}
