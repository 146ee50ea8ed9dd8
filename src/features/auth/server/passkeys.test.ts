import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { PasskeyAuthenticator } from '#dev/testing/passkey-authenticator.ts';
import { filePortal, startPortal } from '#dev/testing/portal.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import {
  accessOf,
  Browser,
  enrolledPerson,
  eventsOf,
  mailsTo,
  type Person,
  signedInPerson,
} from './browser.testing.ts';
import { atAuthenticator, origin, passkeySettings } from './passkeys.testing.ts';

const portal = await filePortal({ env: passkeySettings });
const { personWithPasskey, add, optionsFor, signIn, expectRefused } = atAuthenticator(portal);

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

  test('is not made twice on one authenticator: the browser is told which ones there are, and how to reach them', async () => {
    const { browser, authenticator } = await personWithPasskey();
    const { options } = (await browser.post('/api/account/passkeys/start')).body;
    const excludeCredentials = [{ id: authenticator.id, type: 'public-key', transports: ['internal'] }];
    expect(options).toMatchObject({ excludeCredentials });
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
    await runWithoutTriggers(portal, "update sign_on_attempts set expires_at = now() - interval '1 second'");
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
