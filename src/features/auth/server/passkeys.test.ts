import { generateKeyPairSync } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PasskeyAuthenticator } from '#dev/testing/passkey-authenticator.ts';
import { newestCode, type Portal, startPortal } from '#dev/testing/portal.ts';
import {
  accessOf,
  addPerson,
  Browser,
  enrolledPerson,
  eventsOf,
  mailsTo,
  type Person,
  password,
  signedInPerson,
} from './browser.testing.ts';

const origin = 'http://localhost:3000';

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal({
    env: { PASSKEYS: 'true', PUBLIC_URL: origin, TRUST_PROXY: 'loopback' },
  });
});
afterAll(() => portal.close());

/** Somebody who is signed in and added a passkey. */
async function personWithPasskey() {
  const { person, browser } = await signedInPerson(portal);
  const authenticator = new PasskeyAuthenticator(origin);
  expect((await add(browser, authenticator)).status).toBe(200);
  return { person, browser, authenticator };
}

async function add(browser: Browser, authenticator: PasskeyAuthenticator, doing = {}) {
  const { body } = await browser.post('/api/account/passkeys/start');
  return browser.post('/api/account/passkeys', { answer: authenticator.make(body.options, doing) });
}

async function optionsFor(browser: Browser, person: Person) {
  return (await browser.post('/api/sign-on/passkey', { role: person.role })).body.options;
}

async function signIn(browser: Browser, person: Person, authenticator: PasskeyAuthenticator, doing = {}) {
  const answer = authenticator.sign(await optionsFor(browser, person), doing);
  return browser.post('/api/sign-on/passkey/complete', { answer });
}

async function expectRefused(
  person: Person,
  authenticator: PasskeyAuthenticator,
  { code = 'auth.passkey_refused', ...doing }: { code?: string; isVerified?: boolean } & object = {},
) {
  const browser = new Browser(portal);
  expect((await signIn(browser, person, authenticator, doing)).body.code).toBe(code);
  expect(await browser.session()).toBeNull();
}

async function adminBrowser(): Promise<Browser> {
  const browser = new Browser(portal);
  await browser.signIn(await addPerson(portal, { role: 'admin' }));
  return browser;
}

const staff = (person: Person, values: object) =>
  portal.services.db.updateTable('staff').set(values).where('id', '=', person.id).execute();

describe('a passkey', () => {
  test('is added in My account, by whoever signed in just now; its owner is mailed', async () => {
    const { person, browser } = await personWithPasskey();
    const { body } = await browser.get('/api/account/passkeys');
    expect(body.passkeys).toMatchObject([{ name: 'Unknown browser', lastUsedAt: null }]);
    expect((await eventsOf(portal, person)).at(-1)).toMatchObject({ event: 'auth.passkey_added' });
    expect(await mailsTo(portal, person)).toContain('A passkey was added to your Dikshant account');

    await portal.services.db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - 3_600_000) })
      .where('staff_id', '=', person.id)
      .execute();
    const late = await browser.post('/api/account/passkeys/start');
    expect(late.body.code).toBe('auth.confirm_identity');
  });

  test('is added once when the request is repeated, which is answered like the first', async () => {
    const { browser } = await signedInPerson(portal);
    const { body } = await browser.post('/api/account/passkeys/start');
    const answer = new PasskeyAuthenticator(origin).make(body.options);
    const key = { 'idempotency-key': crypto.randomUUID() };
    for (const _ of [1, 2])
      expect((await browser.post('/api/account/passkeys', { answer }, key)).status).toBe(200);
    expect((await browser.get('/api/account/passkeys')).body.passkeys).toHaveLength(1);
  });

  test('signs in alone, without a code, and is in both logs', async () => {
    const { person, authenticator } = await personWithPasskey();
    const browser = new Browser(portal);
    expect((await signIn(browser, person, authenticator)).body).toMatchObject({ staffId: person.id });
    expect((await browser.session())?.staffId).toBe(person.id);
    expect((await eventsOf(portal, person)).at(-1)).toMatchObject({
      event: 'auth.signed_in',
      after: { device: 'new', by: 'passkey' },
    });
    expect((await accessOf(portal, person)).at(-1)).toMatchObject({ kind: 'signed_in' });
    expect((await browser.get('/api/account/passkeys')).body.passkeys[0]!.lastUsedAt).not.toBeNull();
    expect((await signIn(new Browser(portal), person, authenticator)).status).toBe(200);
  });

  test('stands for both factors of an account with an authenticator app', async () => {
    const { person, browser } = await enrolledPerson(portal);
    const authenticator = new PasskeyAuthenticator(origin);
    await add(browser, authenticator);
    expect((await signIn(new Browser(portal), person, authenticator)).status).toBe(200);
  });

  test('confirms who somebody is, and their session goes on', async () => {
    const { person, browser, authenticator } = await personWithPasskey();
    const session = browser.cookies.get('session');
    const options = await optionsFor(browser, person);
    const answer = authenticator.sign(options);
    const { status } = await browser.post('/api/sign-on/passkey/complete', { answer, keepsSession: true });
    expect(status).toBe(200);
    expect(browser.cookies.get('session')).toBe(session);
    expect((await eventsOf(portal, person)).at(-1)).toMatchObject({
      event: 'auth.identity_confirmed',
      after: { by: 'passkey' },
    });
  });

  test('that its owner removed opens nothing; that of somebody else is not removed', async () => {
    const { person, browser, authenticator } = await personWithPasskey();
    const { id } = (await browser.get('/api/account/passkeys')).body.passkeys[0]!;
    const { browser: other } = await signedInPerson(portal);
    const remove = (who: Browser) => who.post(`/api/account/passkeys/${id}/remove`);
    expect((await remove(other)).body.code).toBe('auth.passkey_not_found');
    expect((await remove(browser)).status).toBe(200);
    expect((await remove(browser)).body.code).toBe('auth.passkey_not_found');
    expect((await eventsOf(portal, person)).at(-1)).toMatchObject({ event: 'auth.passkey_removed' });
    await expectRefused(person, authenticator);
  });

  const chosen = {
    password: 'eleven copper kettles in a row',
    confirmation: 'eleven copper kettles in a row',
  };

  async function expectRemovedWithPassword(person: Person, authenticator: PasskeyAuthenticator) {
    await expectRefused(person, authenticator);
    const events = (await eventsOf(portal, person)).map(({ event }) => event);
    expect(events).toContain('auth.passkey_removed');
    const mails = await portal.services.db
      .selectFrom('outbox')
      .select('body')
      .where('recipient', '=', person.email)
      .where('subject', '=', 'Your Dikshant password was changed')
      .execute();
    expect(mails.at(-1)!.body).toContain('Your passkeys were removed with it');
  }

  test('goes with a forgotten password', async () => {
    const { person, authenticator } = await personWithPasskey();
    const stranger = new Browser(portal);
    const { body } = await stranger.post('/api/password-reset', { email: person.email });
    const code = await newestCode(portal.services, person.email);
    const checked = await stranger.post(`/api/password-reset/${body.challengeId}/check`, { code });
    const { resetToken } = checked.body;
    const done = await stranger.post('/api/password-reset/complete', { resetToken, ...chosen });
    expect(done.status).toBe(200);
    await expectRemovedWithPassword(person, authenticator);
  });

  test('goes with a password that its owner changes', async () => {
    const { person, browser, authenticator } = await personWithPasskey();
    const change = { currentPassword: password, ...chosen };
    expect((await browser.post('/api/account/password', change)).status).toBe(200);
    expect((await browser.session())?.staffId).toBe(person.id);
    await expectRemovedWithPassword(person, authenticator);
  });

  test('goes with an initial password that an administrator resends', async () => {
    const { person, authenticator } = await personWithPasskey();
    // As of somebody who used the university account before the portal had passwords.
    await staff(person, { password_is_initial: true });
    const admin = await adminBrowser();
    const resent = await admin.post(`/api/staff/${person.id}/resend-password`, { version: 1 });
    expect(resent.status, JSON.stringify(resent.body)).toBe(200);
    await expectRefused(person, authenticator);
  });

  test('is removed by an administrator who resets the authenticator; an app goes with it', async () => {
    const admin = await adminBrowser();
    const { person, browser, authenticator } = await personWithPasskey();
    const { id } = person;
    expect((await admin.get(`/api/staff/${id}`)).body).toMatchObject({
      hasAuthenticator: false,
      hasPasskeys: true,
    });
    const reset = (version: number) => admin.post(`/api/staff/${id}/reset-authenticator`, { version });
    expect((await reset(1)).status).toBe(200);
    expect(await browser.session()).toBeNull();
    expect((await eventsOf(portal, person)).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['auth.passkey_removed', 'staff.authenticator_reset']),
    );
    expect(await mailsTo(portal, person)).toContain('The passkeys of your Dikshant account were removed');
    await expectRefused(person, authenticator);
    expect((await reset(2)).body.code).toBe('staff.no_authenticator');

    const { person: other, browser: own } = await enrolledPerson(portal);
    const device = new PasskeyAuthenticator(origin);
    await add(own, device);
    const { version } = (await admin.get(`/api/staff/${other.id}`)).body;
    const both = await admin.post(`/api/staff/${other.id}/reset-authenticator`, { version });
    expect(both.status).toBe(200);
    await expectRefused(other, device);
  });

  test('goes when its owner is disabled, and stays away when they are enabled again', async () => {
    const admin = await adminBrowser();
    const { person, authenticator } = await personWithPasskey();
    expect((await admin.post(`/api/staff/${person.id}/disable`, { version: 1 })).status).toBe(200);
    expect((await admin.post(`/api/staff/${person.id}/enable`, { version: 2 })).status).toBe(200);
    await expectRefused(person, authenticator);
    expect((await eventsOf(portal, person)).map(({ event }) => event)).toContain('auth.passkey_removed');
  });
});

describe('a passkey is refused', () => {
  test('when the same signature comes again, with its cookie and without', async () => {
    const { person, authenticator } = await personWithPasskey();
    const browser = new Browser(portal);
    const answer = authenticator.sign(await optionsFor(browser, person));
    const cookie = browser.cookies.get('sign-on')!;
    const send = () => browser.post('/api/sign-on/passkey/complete', { answer });
    expect((await send()).status).toBe(200);
    expect((await send()).body.code).toBe('auth.sign_on_over');
    browser.cookies.set('sign-on', cookie);
    expect((await send()).body.code).toBe('auth.sign_on_over');
    await optionsFor(browser, person);
    expect((await send()).body.code).toBe('auth.passkey_refused');
  });

  test('by a key of somebody else, a copy, without the person, from another page or for another name', async () => {
    const { person, authenticator } = await personWithPasskey();
    await signIn(new Browser(portal), person, authenticator);
    const own = authenticator.key;
    authenticator.key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    await expectRefused(person, authenticator);
    authenticator.key = own;
    for (const doing of [{ isVerified: false }, { origin: 'https://evil.example' }, { rpID: 'evil.example' }])
      await expectRefused(person, authenticator, doing);
    authenticator.count = 0;
    await expectRefused(person, authenticator);
    authenticator.count = 50;
    expect((await signIn(new Browser(portal), person, authenticator)).status).toBe(200);
    expect(await accessOf(portal, person)).toContainEqual(
      expect.objectContaining({ kind: 'passkey_refused' }),
    );
  });

  test('after ten minutes, and what is no answer at all', async () => {
    const { person, authenticator } = await personWithPasskey();
    const browser = new Browser(portal);
    const answer = authenticator.sign(await optionsFor(browser, person));
    const client = new pg.Client({ connectionString: portal.ownerUrl });
    await client.connect();
    await client.query("update sign_on_attempts set expires_at = now() - interval '1 second'");
    await client.end();
    const late = await browser.post('/api/sign-on/passkey/complete', { answer });
    expect(late.body.code).toBe('auth.sign_on_over');
    await optionsFor(browser, person);
    const empty = await browser.post('/api/sign-on/passkey/complete', { answer: { id: authenticator.id } });
    expect(empty.body.code).toBe('auth.passkey_refused');
  });

  test('of whom the portal does not let in: another role, disabled, locked', async () => {
    const { person, authenticator } = await personWithPasskey();
    await expectRefused({ ...person, role: 'admin' }, authenticator, { code: 'auth.no_account' });
    await staff(person, { disabled_at: new Date() });
    await expectRefused(person, authenticator, { code: 'auth.no_account' });
    await staff(person, { disabled_at: null, locked_at: new Date() });
    await expectRefused(person, authenticator, { code: 'auth.locked' });
  });

  test('when it is made without the person, elsewhere, for another person, or is kept already', async () => {
    const { browser, authenticator } = await personWithPasskey();
    const fresh = () => new PasskeyAuthenticator(origin);
    for (const doing of [{ isVerified: false }, { origin: 'https://evil.example' }])
      expect((await add(browser, fresh(), doing)).body.code).toBe('auth.passkey_refused');
    const { browser: other } = await signedInPerson(portal);
    expect((await add(other, authenticator)).body.code).toBe('auth.passkey_refused');
    const { body } = await browser.post('/api/account/passkeys/start');
    other.cookies.set('sign-on', browser.cookies.get('sign-on')!);
    const foreign = await other.post('/api/account/passkeys', { answer: fresh().make(body.options) });
    expect(foreign.body.code).toBe('auth.sign_on_over');
  });

  test('when it is made for what was refused before', async () => {
    const { browser } = await signedInPerson(portal);
    const { body } = await browser.post('/api/account/passkeys/start');
    const cookie = browser.cookies.get('sign-on')!;
    const send = (doing: { isVerified?: boolean }) => {
      browser.cookies.set('sign-on', cookie);
      const answer = new PasskeyAuthenticator(origin).make(body.options, doing);
      return browser.post('/api/account/passkeys', { answer });
    };
    expect((await send({ isVerified: false })).body.code).toBe('auth.passkey_refused');
    expect((await send({})).body.code).toBe('auth.sign_on_over');
  });
});

test('without the setting there are none', async () => {
  const plain = await startPortal();
  const { person, browser } = await signedInPerson(plain);
  const answer = { id: 'x'.repeat(22) };
  for (const [path, input] of [
    ['/api/sign-on/passkey', { role: person.role }],
    ['/api/sign-on/passkey/complete', { answer }],
    ['/api/account/passkeys/start', {}],
    ['/api/account/passkeys', { answer }],
  ] as const)
    expect((await browser.post(path, input)).body.code, path).toBe('auth.no_passkeys');
  expect((await new Browser(plain).get('/api/session')).body.signOn.passkeys).toBe(false);
  await plain.close();
});
