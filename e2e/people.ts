import '#features/features.ts';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Cookie,
  expect,
  type Page,
  test,
} from '@playwright/test';
import { type Role, roleLabels } from '#shared/roles.ts';

/** The address of the login. */
const login = /\/(\?.*)?$/;

export const password = 'Convocation@2025';

const emails: Record<Role, string> = {
  admin: 'admin@dikshant.example',
  case_worker: 'case-worker@dikshant.example',
  receiver: 'receiver@dikshant.example',
  printer: 'printer@dikshant.example',
  auditor: 'auditor@dikshant.example',
};

type Desk = { journey: string; email: string; context: BrowserContext };

/** Desks of earlier journeys: left open, each would go on asking for whatever colleagues do. */
let open: Desk[] = [];

/** Sessions of earlier journeys, and when each began. */
const sessions = new Map<string, { cookies: Cookie[]; began: number }>();

/** Well within the time after which the portal asks for the password again. */
const sessionMs = 5 * 60_000;

/**
 * An empty page in a browser of its own, signed in as a person signs in: role, Email Id, password, code from the mail;
 * or with the session of an earlier journey. The person is the one whom the login screen offers for the role, unless another
 * of the demo staff is named.
 */
export async function openDesk(browser: Browser, role: Role, email = emails[role]): Promise<Page> {
  const journey = test.info().testId;
  const isOver = (desk: Desk) => desk.journey !== journey;
  await Promise.all(open.filter(isOver).map(({ context }) => context.close()));
  open = open.filter((desk) => !isOver(desk));
  const context = await browser.newContext();
  const isSignedIn = await takeSession(context, email);
  open.push({ journey, email, context });
  const page = await context.newPage();
  if (isSignedIn) return page;
  await page.goto('/');
  await signIn(page, role, email);
  sessions.set(email, { cookies: await context.cookies(), began: Date.now() });
  // As empty as with a session that was there.
  await page.goto('about:blank');
  return page;
}

/** One desk of each of these roles, in their order. */
export async function openDesks<Roles extends Role[]>(browser: Browser, ...roles: Roles) {
  const pages: Page[] = [];
  for (const role of roles) pages.push(await openDesk(browser, role));
  return pages as { [Each in keyof Roles]: Page };
}

/** Not for somebody's second desk in one journey, which is to have a session of its own. */
async function takeSession(context: BrowserContext, email: string): Promise<boolean> {
  const session = sessions.get(email);
  if (!session || Date.now() - session.began > sessionMs) return false;
  if (open.some((desk) => desk.email === email)) return false;
  await context.addCookies(session.cookies);
  if ((await context.request.get('/api/account/sessions')).ok()) return true;
  await context.clearCookies();
  return false;
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
  await expect(page).not.toHaveURL(login);
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
  await page.keyboard.type(code, { delay: 40 });
}

export async function newestCode(request: APIRequestContext, to: string): Promise<string> {
  const mails = (await (await request.get(`/api/demo/outbox?to=${to}`)).json()) as { text: string }[];
  // Not every mail holds one: auditors get the checkpoints of the audit log.
  const codes = mails.map(({ text }) => /^\s*(\d{4,8})\s*$/m.exec(text)?.[1]);
  return codes.find((code) => code !== undefined)!;
}
