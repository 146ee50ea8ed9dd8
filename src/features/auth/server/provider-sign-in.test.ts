import { generateKeyPairSync } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type OpenidProvider,
  settingsFor,
  startOpenidProvider,
  type Token,
} from '#dev/testing/openid-provider.ts';
import { newestCode, type Portal, startPortal } from '#dev/testing/portal.ts';
import { accessOf, addPerson, Browser, eventsOf, mailsTo, type Person, password } from './browser.testing.ts';
import { hashToken } from './tokens.ts';

let provider: OpenidProvider;
let portal: Portal;

beforeAll(async () => {
  provider = await startOpenidProvider();
  portal = await startPortal({
    env: { ...settingsFor(provider), OIDC_TRUSTED_AMR: 'mfa, hwk', TRUST_PROXY: 'loopback' },
  });
});
afterAll(async () => {
  await portal.close();
  await provider.close();
});
beforeEach(() => {
  provider.forge = () => undefined;
});

/** Presses the button, signs in at the provider as this person, and holds what it wrote into the address. */
async function goToProvider(browser: Browser, person: Person, { confirms = false, ...claims }: Going = {}) {
  provider.account = { email: person.email, email_verified: true, ...claims };
  const { body } = await browser.post('/api/sign-on/provider', { role: person.role, confirms });
  const response = await fetch(body.address, { redirect: 'manual' });
  return new URL(response.headers.get('location')!).search.slice(1);
}
type Going = { confirms?: boolean; [claim: string]: unknown };

function comeBack(browser: Browser, answer: string, keepsSession = false) {
  return browser.post('/api/sign-on/provider/complete', { answer, keepsSession });
}

/** All steps up to the code. */
async function signInAtProvider(browser: Browser, person: Person, going: Going = {}) {
  return comeBack(browser, await goToProvider(browser, person, going), going.confirms);
}

async function signIn(person: Person): Promise<Browser> {
  const browser = new Browser(portal);
  const { body } = await signInAtProvider(browser, person);
  await browser.complete(body.challenge!.challengeId, await newestCode(portal.services, person.email));
  return browser;
}

/** Ten minutes go by. The portal itself may not change a row, so its owner does. */
async function expireAttempts(): Promise<void> {
  const client = new pg.Client({ connectionString: portal.ownerUrl });
  await client.connect();
  await client.query("update sign_on_attempts set expires_at = now() - interval '1 second'");
  await client.end();
}

async function expectRefused(answer: Awaited<ReturnType<typeof comeBack>>, code: string, browser: Browser) {
  expect(answer.body.code).toBe(code);
  expect(await browser.session()).toBeNull();
}

describe('signing in with the provider', () => {
  test('leads to the code and then to the desk, and both logs say so', async () => {
    const person = await addPerson(portal, { passwordIsInitial: true });
    const browser = new Browser(portal);
    const { status, body } = await signInAtProvider(browser, person);
    expect(status).toBe(200);
    expect(body).toMatchObject({ email: person.email, session: null, challenge: { digits: 4 } });
    expect(await browser.session()).toBeNull();

    const code = await newestCode(portal.services, person.email);
    const done = await browser.complete(body.challenge!.challengeId, code);
    expect(done.body).toMatchObject({ staffId: person.id, role: 'receiver', mustChangePassword: false });
    expect(await eventsOf(portal, person)).toMatchObject([
      { event: 'auth.signed_in', after: { device: 'new', by: 'provider' } },
    ]);
    expect(await accessOf(portal, person)).toMatchObject([{ kind: 'signed_in' }]);
  });

  test('asks anew each time, and the database keeps nothing that would open anything', async () => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    provider.asked = [];
    for (const _ of [1, 2]) await signInAtProvider(browser, person);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(new Set(provider.asked.map((asked) => asked.get(name))).size, name).toBe(2);
    await goToProvider(browser, person);
    const rows = await portal.services.db.selectFrom('sign_on_attempts').selectAll().execute();
    const token = browser.cookies.get('sign-on')!;
    expect(rows.map((row) => row.token_hash)).toContain(hashToken(token));
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(provider.asked.at(-1)!.get('state'));
  });

  test('changes nothing of the account, whatever the provider says', async () => {
    const person = await addPerson(portal);
    const row = () =>
      portal.services.db.selectFrom('staff').selectAll().where('id', '=', person.id).execute();
    const before = await row();
    await signInAtProvider(new Browser(portal), person, { role: 'admin', groups: ['admin'], name: 'X' });
    expect(await row()).toEqual(before);
  });

  test('does without the code where the settings trust how the provider asked', async () => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    const { body } = await signInAtProvider(browser, person, { amr: ['pwd', 'mfa'] });
    expect(body.challenge).toBeNull();
    expect((await browser.session())?.staffId).toBe(person.id);
    expect(await mailsTo(portal, person)).toEqual([]);
    for (const amr of [['pwd'], 'mfa', undefined, ['MFA']]) {
      const { body } = await signInAtProvider(new Browser(portal), person, { amr });
      expect(body.challenge, JSON.stringify(amr)).not.toBeNull();
    }
  });

  test('without a code is as fresh as what the provider asked for', async () => {
    const person = await addPerson(portal);
    const isFresh = async (claims: object) => {
      const browser = new Browser(portal);
      await signInAtProvider(browser, person, { amr: ['mfa'], ...claims });
      return (await browser.post('/api/account/authenticator', {})).status === 200;
    };
    const now = Math.floor(Date.now() / 1_000);
    expect(await isFresh({ auth_time: now - 3_600 })).toBe(false);
    expect(await isFresh({ auth_time: undefined })).toBe(false);
    expect(await isFresh({ auth_time: now - 60 })).toBe(true);
  });

  test('confirms who somebody is and keeps their session, if the provider asked just now', async () => {
    const person = await addPerson(portal);
    const browser = await signIn(person);
    const session = browser.cookies.get('session');
    await portal.services.db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - 3_600_000) })
      .where('staff_id', '=', person.id)
      .execute();
    const add = () => browser.post('/api/account/authenticator', {});
    expect((await add()).body.code).toBe('auth.confirm_identity');

    const old = await signInAtProvider(browser, person, { confirms: true, auth_time: 1 });
    expect(old.body.code).toBe('auth.provider_refused');
    const { body } = await signInAtProvider(browser, person, { confirms: true });
    expect(provider.asked.at(-1)!.get('prompt')).toBe('login');
    const code = await newestCode(portal.services, person.email);
    await browser.post(`/api/sign-in/${body.challenge!.challengeId}/complete`, { code, keepsSession: true });
    expect(browser.cookies.get('session')).toBe(session);
    expect((await add()).status).toBe(200);
  });

  test('replaces the password: it opens nothing, is not reset and not changed', async () => {
    const person = await addPerson(portal);
    const browser = await signIn(person);
    const asked = [
      await new Browser(portal).start(person),
      await browser.post('/api/password-reset', { email: person.email }),
      await browser.post('/api/account/password', {
        currentPassword: password,
        password: 'eleven tamarind trees',
        confirmation: 'eleven tamarind trees',
      }),
    ];
    for (const { status, body } of asked)
      expect([status, body.code]).toEqual([403, 'auth.provider_replaces_password']);
  });

  test('brings somebody new to their desk: the mail names the university account, no password is sent', async () => {
    const admin = await signIn(await addPerson(portal, { role: 'admin' }));
    const email = `nandini.${Date.now()}@dikshant.example`;
    const entry = { name: 'Nandini Rao', email, mobile: '9900000001', code: 'ALL', role: 'case_worker' };
    const password = crypto.randomUUID();
    const { status, body } = await admin.post('/api/staff', {
      ...entry,
      secondFactor: 'email_code',
      password,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const { body: text } = await portal.services.db
      .selectFrom('outbox')
      .select('body')
      .where('recipient', '=', email)
      .executeTakeFirstOrThrow();
    expect(text).toContain('your university account');
    expect(text).not.toContain('password');
  });

  test('is said to the login screen', async () => {
    const { body } = await new Browser(portal).get('/api/session');
    expect(body.signOn).toEqual({ provider: true, passkeys: false });
  });
});

describe('an answer of the provider is refused', () => {
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
  const claims = (change: object) => (token: Token) => void Object.assign(token.claims, change);
  const forgeries: [string, (token: Token) => void][] = [
    ['of another nonce', claims({ nonce: 'x'.repeat(64) })],
    ['without a nonce', claims({ nonce: undefined })],
    ['for another audience', claims({ aud: 'another-portal' })],
    ['issued to another', claims({ aud: ['dikshant', 'other'], azp: 'other' })],
    ['of another issuer', claims({ iss: 'http://127.0.0.1:1' })],
    ['that has expired', claims({ iat: 1_000, exp: 2_000 })],
    ["with a stranger's key", (token) => void Object.assign(token, { key: stranger })],
    [
      "with a stranger's key that has a name",
      (token) => void Object.assign(token, { key: stranger, header: { alg: 'RS256', kid: 'two' } }),
    ],
    ['that is not signed', (token) => void Object.assign(token.header, { alg: 'none' })],
  ];
  test.each(forgeries)('%s', async (_what, forge) => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    provider.forge = forge;
    await expectRefused(await signInAtProvider(browser, person), 'auth.provider_refused', browser);
    expect(await mailsTo(portal, person)).toEqual([]);
    provider.forge = () => undefined;
    expect((await signInAtProvider(browser, person)).status).toBe(200);
  });

  test.each([false, undefined, 'true', 1])('where the address is verified: %s', async (isVerified) => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    const answer = await signInAtProvider(browser, person, { email_verified: isVerified });
    await expectRefused(answer, 'auth.email_unverified', browser);
  });

  test('a second time, in this browser and in another', async () => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    const answer = await goToProvider(browser, person);
    const cookie = browser.cookies.get('sign-on')!;
    expect((await comeBack(browser, answer)).status).toBe(200);
    await expectRefused(await comeBack(browser, answer), 'auth.sign_on_over', browser);
    browser.cookies.set('sign-on', cookie);
    await expectRefused(await comeBack(browser, answer), 'auth.sign_on_over', browser);
    const other = new Browser(portal);
    await expectRefused(await comeBack(other, answer), 'auth.sign_on_over', other);
  });

  test('with the state of somebody else, or of nobody', async () => {
    const person = await addPerson(portal);
    const [attacker, victim] = [new Browser(portal), new Browser(portal)];
    const foreign = await goToProvider(attacker, person);
    const begun = await goToProvider(victim, person);
    await expectRefused(await comeBack(victim, foreign), 'auth.sign_on_over', victim);
    // What the victim has begun is not over by it, nor by the answer in an earlier window of its own.
    expect((await comeBack(victim, begun)).status).toBe(200);
    const earlier = await goToProvider(victim, person);
    const later = await goToProvider(victim, person);
    await expectRefused(await comeBack(victim, earlier), 'auth.sign_on_over', victim);
    expect((await comeBack(victim, later)).status).toBe(200);
    const own = new URLSearchParams(await goToProvider(victim, person));
    own.set('code', new URLSearchParams(foreign).get('code')!);
    await expectRefused(await comeBack(victim, String(own)), 'auth.provider_refused', victim);
    for (const change of [
      (answer: URLSearchParams) => answer.set('state', 'x'.repeat(64)),
      (answer: URLSearchParams) => answer.delete('state'),
    ]) {
      const answer = new URLSearchParams(await goToProvider(victim, person));
      change(answer);
      await expectRefused(await comeBack(victim, String(answer)), 'auth.sign_on_over', victim);
    }
    for (const change of [
      (answer: URLSearchParams) => answer.append('state', 'x'.repeat(64)),
      (answer: URLSearchParams) => answer.delete('iss'),
      (answer: URLSearchParams) => answer.set('iss', 'https://other.example'),
      (answer: URLSearchParams) => answer.set('error', 'access_denied'),
      (answer: URLSearchParams) => answer.append('code', 'two'),
    ]) {
      const answer = new URLSearchParams(await goToProvider(victim, person));
      change(answer);
      await expectRefused(await comeBack(victim, String(answer)), 'auth.provider_refused', victim);
    }
  });

  test('after ten minutes', async () => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    const answer = await goToProvider(browser, person);
    await expireAttempts();
    await expectRefused(await comeBack(browser, answer), 'auth.sign_on_over', browser);
  });

  test('of whom the portal does not let in: no account, another role, disabled, locked', async () => {
    const nobody = { id: '', role: 'admin', name: '', email: 'nobody@university.example' } as Person;
    const [other, disabled, locked] = [
      await addPerson(portal),
      await addPerson(portal),
      await addPerson(portal),
    ];
    const change = (person: Person, values: object) =>
      portal.services.db.updateTable('staff').set(values).where('id', '=', person.id).execute();
    await change(disabled, { disabled_at: new Date() });
    await change(locked, { locked_at: new Date() });
    for (const [person, code] of [
      [nobody, 'auth.no_account'],
      [{ ...other, role: 'admin' as const }, 'auth.no_account'],
      [disabled, 'auth.no_account'],
      [locked, 'auth.locked'],
    ] as const) {
      for (const amr of [['pwd'], ['mfa']]) {
        const browser = new Browser(portal);
        await expectRefused(await signInAtProvider(browser, person, { amr }), code, browser);
      }
    }
    expect(await mailsTo(portal, locked)).toEqual([]);
    expect(await accessOf(portal, locked)).toMatchObject([
      { kind: 'provider_refused', count: 1 },
      { count: 1 },
    ]);
  });
});

test('a provider that is away is said so', async () => {
  const away = await startOpenidProvider();
  const own = await startPortal({ env: settingsFor(away) });
  await away.close();
  const { status, body } = await new Browser(own).post('/api/sign-on/provider', { role: 'admin' });
  expect([status, body.code]).toEqual([503, 'auth.provider_away']);
  await own.close();
});
