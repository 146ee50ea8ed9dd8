import { type Browser, expect, type Page, test } from '@playwright/test';
import { type OpenidProvider, settingsFor, startOpenidProvider } from '#dev/testing/openid-provider.ts';
import { errorStatus } from '#shared/errors.ts';
import { expectNothingFound } from './axe.ts';
import { type OwnPortal, startOwnPortal } from './own-portal.ts';
import { newestCode, typeCode } from './people.ts';

const email = 'receiver@dikshant.example';
const desk = /\/application-receiver\/manage-application/;
const toProvider = 'Sign in with the university account';

let provider: OpenidProvider;
let portal: OwnPortal;

test.beforeAll(async () => {
  // At 127.0.0.1, while the portal is at localhost: another site, as a real one.
  provider = await startOpenidProvider();
  provider.account = { email, email_verified: true };
  portal = await startOwnPortal({ env: { PASSKEYS: 'true', ...settingsFor(provider) } });
});
test.afterAll(async () => {
  await portal.close();
  await provider.close();
});

test('the university account and a code lead to the desk, confirm who somebody is, and a passkey does without', {
  tag: '@long',
}, async ({ browser }) => {
  const page = await openLogin(browser);
  await test.step('sign in with the university account', async () => {
    await expect(page.getByLabel('Password')).toHaveCount(0);
    await expectNothingFound(page, 'login with the university account');
    await page.getByRole('button', { name: toProvider }).click();
    await expect(page.getByLabel('Digit 1 of 4')).toBeVisible();
    expect(page.url()).not.toMatch(/code=|state=/);
    await typeCode(page, await newestCode(page.request, email));
    await expect(page).toHaveURL(desk);
  });

  await addAuthenticator(page);
  const card = page.getByRole('region', { name: 'Passkeys' });
  await test.step('add a passkey; the portal asks first who sits there, in a window beside', async () => {
    await page.goto('/account');
    await expect(page.getByRole('region', { name: 'Password', exact: true })).toHaveCount(0);
    await askToConfirmOnce(page);
    await card.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
    await expectNothingFound(page, 'confirm with the university account');
    // As a browser that blocks the window, once.
    await page.evaluate(
      '{ const { open } = window; window.open = () => { window.open = open; return null; } }',
    );
    await dialog.getByRole('button', { name: toProvider }).click();
    await expect(dialog.getByRole('link', { name: 'Open the university account' })).toBeVisible();
    const beside = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: toProvider }).dblclick();
    const closed = (await beside).waitForEvent('close');
    await expect(dialog.getByLabel('Digit 1 of 4')).toBeVisible();
    await closed;
    await typeCode(page, await newestCode(page.request, email));
    await expect(dialog).toBeHidden();
    await expect(card.getByRole('listitem')).toContainText('Chrome on Linux');
    await expectNothingFound(page, 'My account with a passkey');
  });

  await test.step('sign in with the passkey alone', async () => {
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).dblclick();
    await expect(page).toHaveURL(desk);
  });

  await test.step('a passkey that was removed is refused', async () => {
    await page.goto('/account');
    await card.getByRole('button', { name: 'Remove: Chrome on Linux' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(card.getByRole('listitem')).toHaveCount(0);
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('alert')).toContainText('This passkey was refused.');
  });
});

test('an answer that was not meant for this sign-in is refused by a sentence, and leads back to the login', async ({
  browser,
}) => {
  const page = await openLogin(browser);
  provider.forge = ({ claims }) => Object.assign(claims, { nonce: 'of another sign-in' });
  await page.getByRole('button', { name: toProvider }).click();
  await expect(page.getByRole('alert')).toContainText('The answer of the university account was refused.');
  await expectNothingFound(page, 'refused answer');
  provider.forge = () => undefined;
  await page.getByRole('button', { name: 'Back to login' }).click();
  await page.getByRole('button', { name: toProvider }).click();
  await expect(page.getByLabel('Digit 1 of 4')).toBeVisible();
});

async function openLogin(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: portal.url })).newPage();
  await page.goto('/');
  const chip = page.getByRole('radio', { name: 'application receiver', exact: true });
  // The first click may land before the page has come to life.
  await expect(() => chip.check({ force: true, timeout: 1_000 })).toPass();
  return page;
}

async function signOut(page: Page): Promise<void> {
  await page.request.post('/api/sign-out', { data: {} });
  await page.goto('/');
  await page.getByRole('radio', { name: 'application receiver', exact: true }).check({ force: true });
}

/** Chromium's own, which always finds its person. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** As if the person had signed in longer ago than ten minutes. */
async function askToConfirmOnce(page: Page): Promise<void> {
  const code = 'auth.confirm_identity';
  await page.route(
    '**/api/account/passkeys/start',
    (route) =>
      route.fulfill({ status: errorStatus(code), contentType: 'application/problem+json', json: { code } }),
    { times: 1 },
  );
}
