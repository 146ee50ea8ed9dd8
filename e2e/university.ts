import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, expect, type Page } from '@playwright/test';
import { MailServer } from '#platform/server/mail/mail-server.testing.ts';
import { type Role, roleLabels } from '#shared/roles.ts';
import { type OwnPortal, startOwnPortal } from './own-portal.ts';
import { typeCode } from './people.ts';

/** A portal in production on an empty database of its own, and the mail server that it sends to. */
export type University = { portal: OwnPortal; mails: MailServer; close(): Promise<void> };

export async function startUniversity(): Promise<University> {
  const mails = new MailServer();
  await mails.start();
  const portal = await startOwnPortal({
    program: 'production',
    env: (url) => ({
      PUBLIC_URL: url,
      SECRET: 'only for this journey and no other',
      SMTP_URL: mails.url,
      MAIL_FROM: 'office@university.example',
      LOG_LEVEL: 'warn',
    }),
  });
  return {
    portal,
    mails,
    close: async () => {
      await portal.close();
      await mails.stop();
    },
  };
}

/** `npm run staff:create-admin -- EMAIL NAME` beside the running portal; gives the initial password that it prints. */
export async function createAdmin({ portal }: University, email: string, name: string): Promise<string> {
  const command = promisify(execFile);
  const { stdout } = await command(process.execPath, ['scripts/create-admin.ts', email, name], {
    env: { ...process.env, DATA_DIRECTORY: portal.directory },
  });
  return /initial password (\S+)/.exec(stdout)![1]!;
}

export type Newcomer = { role: Role; email: string; initialPassword: string };

/** Signs somebody in for the first time, in a browser of their own: with a code by mail, and then a password of their own. */
export async function openFirstDesk(
  browser: Browser,
  { portal, mails }: University,
  { role, email, initialPassword }: Newcomer,
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: portal.url })).newPage();
  await page.goto('/');
  const chip = page.getByRole('radio', { name: roleLabels[role], exact: true });
  // The first click may land before the page has come to life.
  await expect(() => chip.check({ force: true, timeout: 1_000 })).toPass();
  await page.getByLabel('Email Id').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(initialPassword);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByLabel('Digit 1 of 4')).toBeVisible();
  const codes = () => mails.mailsTo(email).flatMap(({ source }) => /^(\d{4})\r?$/m.exec(source)?.[1] ?? []);
  await expect.poll(codes).toHaveLength(1);
  await typeCode(page, codes()[0]!);
  const own = 'eleven copper kettles in a row';
  await page.getByLabel('Password that you were given', { exact: true }).fill(initialPassword);
  await page.getByLabel('New password', { exact: true }).fill(own);
  await page.getByLabel('Confirm new password', { exact: true }).fill(own);
  await page.getByRole('button', { name: 'Save and go on' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  return page;
}
