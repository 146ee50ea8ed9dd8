import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  expect,
  type Page,
  test,
} from '@playwright/test';
import { type Role, roleLabels } from '#shared/roles.ts';

export const password = 'Convocation@2025';

const emails: Record<Role, string> = {
  admin: 'admin@dikshant.example',
  case_worker: 'case-worker@dikshant.example',
  receiver: 'receiver@dikshant.example',
  printer: 'printer@dikshant.example',
  auditor: 'auditor@dikshant.example',
};

/** Desks of earlier journeys: left open, each would go on asking for whatever colleagues do. */
let openDesks: { journey: string; context: BrowserContext }[] = [];

/**
 * A page in a browser of its own, signed in as a person signs in: role, Email Id, password, code from the mail. The
 * person is the one whom the login screen offers for the role, unless another of the demo staff is named.
 */
export async function openDesk(browser: Browser, role: Role, email = emails[role]): Promise<Page> {
  const journey = test.info().testId;
  const isOver = (desk: { journey: string }) => desk.journey !== journey;
  await Promise.all(openDesks.filter(isOver).map(({ context }) => context.close()));
  const context = await browser.newContext();
  openDesks = [...openDesks.filter((desk) => !isOver(desk)), { journey, context }];
  const page = await context.newPage();
  await page.goto('/');
  await signIn(page, role, email);
  return page;
}

/** The same at a portal of the journey's own; its browser is closed with it. */
export async function openDeskAt(
  browser: Browser,
  baseURL: string,
  role: Role,
  email?: string,
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage();
  await page.goto('/');
  await signIn(page, role, email);
  return page;
}

export async function signIn(page: Page, role: Role, email = emails[role]): Promise<void> {
  await typePassword(page, role, email);
  await expect(page.getByLabel('Digit 1 of 4')).toBeVisible();
  await typeCode(page, await newestCode(page.request, email));
  // Who goes on before the session is there is sent back to the login.
  await expect(page).not.toHaveURL(/\/(\?.*)?$/);
}

/** The first step of signing in, up to the question for a code. */
export async function typePassword(page: Page, role: Role, email: string): Promise<void> {
  // The first click may land before the page has come to life.
  const chip = page.getByRole('radio', { name: roleLabels[role], exact: true });
  await expect(() => chip.check({ force: true, timeout: 1_000 })).toPass();
  await page.getByLabel('Email Id').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** The first box takes the whole code, as it does when it is pasted or filled in by the phone. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel(/^Digit 1 of/).focus();
  await page.keyboard.type(code);
}

export async function newestCode(request: APIRequestContext, to: string): Promise<string> {
  const mails = (await (await request.get(`/api/demo/outbox?to=${to}`)).json()) as { text: string }[];
  // Not every mail holds one: auditors get the checkpoints of the audit log.
  const codes = mails.map(({ text }) => /^\s*(\d{4,8})\s*$/m.exec(text)?.[1]);
  return codes.find((code) => code !== undefined)!;
}
