import { generateKeyPairSync } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { contextOf, openBrowser } from '../harness/browser.ts';
import { ask, type Json, type Person } from '../harness/people.ts';
import { eventually } from '../harness/portal.ts';
import { employ, emptyUniversity, once, type University } from '../set-up/a-university.ts';
import {
  type Authenticator,
  addAuthenticator,
  addPasskey,
  openAccount,
  passkeySettings,
  passkeysOf,
  pressPasskey,
} from './a-passkeys.ts';
import { outcomeOf, restartWith, sessionsOf, typeCode } from './a-sign-on.ts';

// Build: "passkeys (`@simplewebauthn`) by setting". Done when 5: "OpenID Connect and passkeys are journeys in Chromium; a replayed
// code … and one signed by a stranger's key are refused." Whether the 4-digit code follows a passkey is open: it is typed where
// it is asked for.

let university: University;
let browser: Browser;
let person: Person;
let context: BrowserContext;
let page: Page;
let authenticator: Authenticator;
let kept: Json;
/** What the browser sent to sign in with the passkey. */
const sent: { url: string; body: string; headers: Record<string, string> }[] = [];

beforeEach(
  once(async () => {
    browser = await openBrowser();
    university = await emptyUniversity();
    person = await employ(university, 'case_worker');
    await restartWith(university, passkeySettings());
    context = await contextOf(browser, university.portal, person);
    page = await context.newPage();
    authenticator = await addAuthenticator(page);
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      if (/authenticatorData/.test(body)) sent.push({ url: request.url(), body, headers: request.headers() });
    });
  }),
  300_000,
);
afterAll(async () => {
  await browser?.close();
  await university?.remove();
});

/** Signs in by passkey in this browser, which has forgotten its session, and types the code where one is asked for. */
async function signInByPasskey(): Promise<void> {
  await context.clearCookies();
  const after = university.mails.received.length;
  await pressPasskey(page, person);
  const outcome = await outcomeOf(page, university);
  expect(outcome.kind, outcome.text).not.toBe('refused');
  if (outcome.kind === 'code') await typeCode(page, university, person.email, after);
}

async function expectRefused(what: string): Promise<void> {
  await context.clearCookies();
  const sessions = await sessionsOf(university, person);
  await pressPasskey(page, person);
  const { kind, text } = await outcomeOf(page, university);
  expect(kind, `${what}: ${text}`).toBe('refused');
  expect(text, what).not.toMatch(/unexpected|unforeseen/i);
  expect(await sessionsOf(university, person), what).toBe(sessions);
}

/** The credential as it is on the authenticator, with the count that it has reached. */
async function credential(): Promise<Json> {
  const [one] = await authenticator.credentials();
  expect(one, 'a credential on the authenticator').toBeDefined();
  return one;
}

describe('5 passkeys', () => {
  test('5: a signed-in person adds a passkey under My account, and it is told by mail or in the log of events', async () => {
    const [before] = await university.portal.sql('select sequence from audit_head');
    await addPasskey(page, university, person, authenticator);
    kept = await credential();
    expect(kept.rpId).toBe('localhost');
    expect(kept.isResidentCredential, 'a passkey is found without an Email Id').toBe(true);
    const rows = await passkeysOf(university, person);
    expect(rows.length).toBe(1);
    expect(JSON.stringify(rows), 'no private key').not.toContain(kept.privateKey);
    const events = await university.portal.sql('select event from audit_events where sequence > $1', [
      before!.sequence,
    ]);
    expect(events.map(({ event }) => event).join(' ')).toMatch(/passkey|webauthn/i);
  });

  test('5: signed out, the passkey alone leads to the desk', async () => {
    const before = await sessionsOf(university, person);
    await signInByPasskey();
    expect(new URL(page.url()).pathname).toBe('/case-worker/manage-application');
    expect(await sessionsOf(university, person)).toBe(before + 1);
    await signInByPasskey();
  });

  test('5: the password goes on working beside it', async () => {
    const answer = await ask(university.portal, 'POST', '/api/sign-in', {
      body: { role: person.role, email: person.email, password: person.secret },
    });
    expect(answer.status, answer.text).toBe(200);
  });

  test('5: what was sent once is refused when it is sent again, with its cookies and without', async () => {
    const one = sent.at(-1);
    expect(one, 'the browser sent an assertion').toBeDefined();
    const sessions = await sessionsOf(university, person);
    for (const cookie of [one!.headers.cookie, undefined]) {
      const answer = await fetch(one!.url, {
        method: 'POST',
        body: one!.body,
        headers: {
          'content-type': one!.headers['content-type'] ?? 'application/json',
          'idempotency-key': crypto.randomUUID(),
          ...(cookie ? { cookie } : {}),
        },
      });
      expect(answer.status, await answer.text()).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
    expect(await sessionsOf(university, person)).toBe(sessions);
  });

  test("5: a stranger's key under the same name is refused", async () => {
    const own = await credential();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await authenticator.clear();
    await authenticator.put({
      ...own,
      privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      signCount: own.signCount + 50,
    });
    await expectRefused("a stranger's key");
    await authenticator.clear();
    await authenticator.put(own);
    await signInByPasskey();
  });

  test('5: a copy whose count goes back is refused', async () => {
    const own = await credential();
    expect(own.signCount, 'this authenticator counts').toBeGreaterThan(1);
    await authenticator.clear();
    await authenticator.put({ ...own, signCount: 0 });
    await expectRefused('a copied authenticator');
    await authenticator.clear();
    await authenticator.put({ ...own, signCount: own.signCount + 10 });
    await signInByPasskey();
  });

  test('5: without the check of the person at the authenticator it is refused, by the server too', async () => {
    await authenticator.setVerified(false);
    await expectRefused('not verified');
    // The page is made to ask for less than the server did.
    let isChanged = false;
    await page.route('**/api/**', async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      if (!/userVerification/.test(text)) return route.fulfill({ response: answer, body: text });
      isChanged = true;
      await route.fulfill({ response: answer, body: text.replaceAll('"required"', '"discouraged"') });
    });
    await expectRefused('not verified, and the page asked for less');
    expect(isChanged, 'the options of the server asked for userVerification').toBe(true);
    await page.unroute('**/api/**');
    await authenticator.setVerified(true);
    await signInByPasskey();
  });

  test('5: a disabled person is refused', async () => {
    await university.portal.sql('update staff set disabled_at = now() where id = $1', [person.staffId]);
    await expectRefused('disabled');
    await university.portal.sql('update staff set disabled_at = null where id = $1', [person.staffId]);
    await signInByPasskey();
  });

  test('5: a passkey that its owner removed is refused', async () => {
    await openAccount(page);
    // Sections of My account are regions with a heading; that of passkeys has the button.
    const section = page.getByRole('region', { name: /passkey/i }).first();
    await section.waitFor();
    await section
      .getByRole('button', { name: /remove|delete/i })
      .last()
      .click();
    const dialog = page.getByRole('dialog').last();
    await dialog
      .getByRole('button', { name: /remove|delete|confirm/i })
      .last()
      .click();
    await eventually(async () => (await passkeysOf(university, person)).length === 0, {
      what: 'no row of the passkey',
    });
    await expectRefused('removed');
  });

  test('5: without the setting there is none: not on the login screen, not under My account', async () => {
    const [name] = Object.keys(passkeySettings());
    await university.portal.stop();
    delete university.env[name!];
    await university.restart();
    const plain = await (await browser.newContext({ baseURL: university.portal.url })).newPage();
    await plain.goto('/');
    await plain.getByRole('button', { name: 'Login' }).waitFor();
    expect(await plain.getByRole('button', { name: /passkey/i }).count()).toBe(0);
    const one = sent.at(-1);
    expect(one, 'the browser sent an assertion').toBeDefined();
    const answer = await fetch(one!.url, {
      method: 'POST',
      body: one!.body,
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});
