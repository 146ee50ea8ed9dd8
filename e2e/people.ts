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

type Desk = { journey: string; email: string; page: Page; began: number };

/** Desks of this journey and of the one before, whose people may go on where they stand. */
let open: Desk[] = [];
let journey = '';

/** Sessions of earlier journeys, and when each began. */
const sessions = new Map<string, { cookies: Cookie[]; began: number }>();

/** Well within the time after which the portal asks for the password again. */
const sessionMs = 5 * 60_000;

/**
 * A page signed in as the person whom the login screen offers for the role, unless another of the demo staff is named. It
 * stands where the journey before left it, if that had a desk of this person: a new page costs three times as much as
 * another screen of one. Else it is empty, in a browser of its own, with the session of an earlier journey if there is one.
 */
export async function openDesk(browser: Browser, role: Role, email = emails[role]): Promise<Page> {
  await beginJourney();
  const left = await takeDesk(email);
  if (left) return left;
  const context = await browser.newContext();
  const began = (await takeSession(context, email)) ?? (await signInByRequests(context, role, email));
  const page = await context.newPage();
  open.push({ journey, email, page, began });
  return page;
}

/** Closes the desks that the journey before did not need: each goes on asking for whatever colleagues do. */
async function beginJourney(): Promise<void> {
  const { testId } = test.info();
  if (testId === journey) return;
  const before = journey;
  journey = testId;
  await closeDesks((desk) => desk.journey !== before);
}

async function closeDesks(isOver: (desk: Desk) => boolean): Promise<void> {
  await Promise.all(open.filter(isOver).map(({ page }) => page.context().close()));
  open = open.filter((desk) => !isOver(desk));
}

/** The person's desk of the journey before, with nothing of that journey in it. */
async function takeDesk(email: string): Promise<Page | undefined> {
  const desk = open.find((one) => one.email === email && one.journey !== journey);
  if (!desk) return undefined;
  const { page, began } = desk;
  const isUsable =
    !page.isClosed() &&
    page.url() !== 'about:blank' &&
    Date.now() - began < sessionMs &&
    (await page.request.get('/api/account/sessions')).ok() &&
    // At a screen of the desk, and with nothing typed that the next form would restore.
    (await page.evaluate<boolean>("document.querySelector('nav') !== null && sessionStorage.length === 0"));
  if (!isUsable) {
    await closeDesks((one) => one === desk);
    return undefined;
  }
  desk.journey = journey;
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const others = page
    .context()
    .pages()
    .filter((one) => one !== page);
  await Promise.all(others.map((one) => one.close()));
  await page.setViewportSize(test.info().project.use.viewport!);
  await page.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: 'reduce' });
  return page;
}

/** One desk of each of these roles, in their order. */
export async function openDesks<Roles extends Role[]>(browser: Browser, ...roles: Roles) {
  const pages: Page[] = [];
  for (const role of roles) pages.push(await openDesk(browser, role));
  return pages as { [Each in keyof Roles]: Page };
}

/** When it began. Not for somebody's second desk in one journey, which is to have a session of its own. */
async function takeSession(context: BrowserContext, email: string): Promise<number | undefined> {
  const session = sessions.get(email);
  if (!session || Date.now() - session.began > sessionMs) return undefined;
  if (open.some((desk) => desk.email === email)) return undefined;
  await context.addCookies(session.cookies);
  if ((await context.request.get('/api/account/sessions')).ok()) return session.began;
  await context.clearCookies();
  return undefined;
}

/** As the login does, whose screens `signIn` goes through. */
async function signInByRequests(context: BrowserContext, role: Role, email: string): Promise<number> {
  const began = Date.now();
  const ask = async (address: string, data: object) => {
    const response = await context.request.post(address, { data });
    expect(response.ok(), await response.text()).toBe(true);
    return response.json();
  };
  const { challengeId } = await ask('/api/sign-in', { role, email, password });
  await ask(`/api/sign-in/${challengeId}/complete`, { code: await newestCode(context.request, email) });
  sessions.set(email, { cookies: await context.cookies(), began });
  return began;
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
