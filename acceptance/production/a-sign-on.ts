import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Person, Role } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { codeTo, employ, emptyUniversity, type University } from '../set-up/a-university.ts';
import type { Provider } from './a-provider.ts';
import { setting } from './a-settings.ts';

// Signing on as a person does: the login screen, the provider, the code. Names on the screen are found by pattern: adapt the
// pattern, not the demand.

const words =
  /open ?id|single sign|university (account|login)|\bsso\b|(sign|log) ?in with(?!.*passkey)|continue with/i;
const family = /OIDC|OPENID/;

export const chips: Record<Role, string> = {
  admin: 'Admin',
  case_worker: 'Case worker',
  receiver: 'application receiver',
  printer: 'Printer',
  auditor: 'Auditor',
};

export function providerSettings(provider: Provider, { amr }: { amr?: string } = {}): Record<string, string> {
  return {
    [setting('the issuer of OpenID Connect', family, /ISSUER|DISCOVERY|PROVIDER|_URL/)]: provider.issuer,
    [setting('the client id of OpenID Connect', family, /CLIENT_?ID|_ID$/)]: provider.clientId,
    [setting('the client secret of OpenID Connect', family, /SECRET/)]: provider.clientSecret,
    ...(amr ? { [setting('trusting the amr of the provider', family, /AMR/)]: amr } : {}),
    NODE_EXTRA_CA_CERTS: provider.certificate,
  };
}

/** A university with its people, who have passwords; then served with the provider instead. */
export async function universityWith(
  provider: Provider,
  roles: Exclude<Role, 'admin'>[],
  options: { amr?: string } = {},
): Promise<{ university: University; people: Person[] }> {
  const university = await emptyUniversity();
  try {
    const people: Person[] = [];
    for (const role of roles) people.push(await employ(university, role));
    await restartWith(university, providerSettings(provider, options));
    return { university, people };
  } catch (error) {
    await university.remove();
    throw error;
  }
}

export async function restartWith(university: University, settings: Record<string, string>): Promise<void> {
  await university.portal.stop();
  Object.assign(university.env, settings);
  await university.restart();
}

export function accountOf(person: Person, more: object = {}): Provider['account'] {
  return {
    sub: `sub-${letters(10)}`,
    claims: { email: person.email, email_verified: true, name: letters(9), ...more },
  };
}

export async function freshContext(browser: Browser, university: University): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: university.portal.url,
    viewport: { width: 1366, height: 768 },
    reducedMotion: 'reduce',
    ignoreHTTPSErrors: true,
  });
  context.setDefaultTimeout(15_000);
  return context;
}

/** Presses what leads to the provider; where a role has to be chosen first it is. */
export async function press(page: Page, role: Role): Promise<void> {
  await page.goto('/');
  const button = page
    .getByRole('button', { name: words })
    .or(page.getByRole('link', { name: words }))
    .first();
  await button.waitFor().catch(async () => {
    throw new Error(
      `no button like ${words} on the login screen:\n${await page.locator('body').ariaSnapshot()}`,
    );
  });
  const chip = page.getByText(chips[role], { exact: true }).first();
  if (await chip.isVisible()) await chip.click();
  await button.click();
}

export type Outcome = { kind: 'code' | 'desk' | 'refused'; text: string };

/** What the person sees in the end: the boxes of the code, a desk, or a sentence that says no. */
export async function outcomeOf(page: Page, university: University): Promise<Outcome> {
  const origin = new URL(university.portal.url).origin;
  return eventually(
    async () => {
      if (!page.url().startsWith(`${origin}/`)) throw new Error(`the browser is at ${page.url()}`);
      const text = await page.locator('body').ariaSnapshot();
      if (await page.getByLabel('Digit 1 of 4').isVisible()) return { kind: 'code' as const, text };
      if (await page.getByRole('navigation', { name: 'Main' }).isVisible())
        return { kind: 'desk' as const, text };
      const alerts = await page.getByRole('alert').allInnerTexts();
      const sentence = alerts.map((one) => one.trim()).find(Boolean);
      if (sentence) return { kind: 'refused' as const, text: sentence };
      throw new Error(`neither a code, a desk nor an alert at ${page.url()}:\n${text.slice(0, 600)}`);
    },
    { within: 20_000, every: 200, what: 'the end of an attempt to sign in' },
  );
}

/** The code from the person's mailbox, typed. */
export async function typeCode(
  page: Page,
  university: University,
  email: string,
  after: number,
): Promise<void> {
  const code = await eventually(() => codeTo(university, email, after), {
    within: 20_000,
    what: `a code for ${email}`,
  });
  await page.getByLabel('Digit 1 of 4').click();
  await page.keyboard.type(code);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

export async function sessionsOf(university: University, person: Pick<Person, 'staffId'>): Promise<number> {
  const [row] = await university.portal.sql(
    'select count(*)::int as sessions from sessions where staff_id = $1 and expires_at > now()',
    [person.staffId],
  );
  return row!.sessions;
}
