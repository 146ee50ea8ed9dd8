import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Json, Person } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { codeTo, type University } from '../set-up/a-university.ts';
import { setting } from './a-settings.ts';
import { chips } from './a-sign-on.ts';

// Passkeys by Chromium's virtual authenticator (CDP WebAuthn). The relying party is `localhost`: PUBLIC_URL has that name.

export const passkeySettings = () => ({ [setting('passkeys', /PASSKEY|WEBAUTHN/)]: 'true' });

export type Authenticator = {
  cdp: CDPSession;
  id: string;
  credentials(): Promise<Json[]>;
  setVerified(isVerified: boolean): Promise<void>;
  put(credential: Json): Promise<void>;
  clear(): Promise<void>;
};

export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    cdp,
    id,
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials,
    setVerified: async (isUserVerified) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified });
    },
    put: async (credential) => {
      await cdp.send('WebAuthn.addCredential', { authenticatorId: id, credential });
    },
    clear: async () => {
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId: id });
    },
  };
}

const words = /passkey/i;

/** The page on which a person keeps the own account, by the menu of the account. */
export async function openAccount(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: /account menu/i }).click();
  const entry = /my account|security|passkey/i;
  await page
    .getByRole('menuitem', { name: entry })
    .or(page.getByRole('link', { name: entry }))
    .first()
    .click();
  await page.getByRole('main').waitFor();
}

/** Presses the button that adds one; where the portal wants to know first who sits there, it is told. */
export async function addPasskey(
  page: Page,
  university: University,
  person: Person,
  authenticator: Authenticator,
): Promise<void> {
  await openAccount(page);
  const count = (await authenticator.credentials()).length;
  const after = university.mails.received.length;
  const button = page.getByRole('main').getByRole('button', { name: words }).first();
  await button.waitFor().catch(async () => {
    throw new Error(
      `no button like ${words} on ${page.url()}:\n${await page.getByRole('main').ariaSnapshot()}`,
    );
  });
  await button.click();
  const dialog = page.getByRole('dialog').last();
  const done = new Set<string>();
  await eventually(
    async () => {
      if ((await authenticator.credentials()).length > count) return true;
      if (!(await dialog.isVisible())) return false;
      const once = async (name: string, act: () => Promise<unknown>) => {
        if (done.has(name)) return;
        done.add(name);
        await act();
      };
      const password = dialog.getByLabel(/password/i).first();
      const digit = dialog.getByLabel('Digit 1 of 4');
      const name = dialog.getByRole('textbox', { name: /name/i }).first();
      if (await digit.isVisible())
        await once('code', async () => {
          const code = await eventually(() => codeTo(university, person.email, after), {
            within: 20_000,
            what: 'a code',
          });
          await digit.click();
          await page.keyboard.type(code);
        });
      else if (await password.isVisible())
        await once('password', async () => {
          await password.fill(person.secret);
          await page.keyboard.press('Enter');
        });
      else if (await name.isVisible())
        await once('name', async () => {
          await name.fill('Key of the desk');
          await page.keyboard.press('Enter');
        });
      return false;
    },
    { within: 30_000, every: 300, what: 'a passkey on the authenticator' },
  );
  await page.getByRole('main').getByText(words).first().waitFor();
}

/** The login screen, by passkey alone: the role where one is chosen, the Email Id where it is asked for. */
export async function pressPasskey(page: Page, person: Person): Promise<void> {
  await page.goto('/');
  const button = page.getByRole('button', { name: words }).first();
  await button.waitFor().catch(async () => {
    throw new Error(
      `no button like ${words} on the login screen:\n${await page.locator('body').ariaSnapshot()}`,
    );
  });
  await page.getByText(chips[person.role], { exact: true }).first().click();
  const email = page.getByLabel('Email Id');
  if (await email.isVisible()) await email.fill(person.email);
  await button.click();
}

/** Rows of passkeys of a person, whatever the table is called. */
export async function passkeysOf(university: University, person: Person): Promise<Json[]> {
  const tables = await university.portal.sql<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and table_name ~ 'passkey|webauthn|credential' and column_name = 'staff_id'",
  );
  expect(tables.length, 'a table of passkeys with the column staff_id').toBeGreaterThan(0);
  const rows: Json[] = [];
  for (const { name } of tables)
    rows.push(
      ...(await university.portal.sql(`select * from public."${name}" where staff_id = $1`, [
        person.staffId,
      ])),
    );
  return rows;
}
