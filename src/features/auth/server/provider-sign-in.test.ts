import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { settingsFor, startOpenidProvider } from '#dev/testing/openid-provider.ts';
import { newestCode, newestMail, startPortal } from '#dev/testing/portal.ts';
import { accessOf, addPerson, Browser, eventsOf, mailsTo, type Person, password } from './browser.testing.ts';
import { atProvider } from './provider.testing.ts';
import { hashToken } from './tokens.ts';

const provider = await startOpenidProvider();
const portal = await startPortal({
  env: { ...settingsFor(provider), OIDC_TRUSTED_AMR: 'mfa, hwk', TRUST_PROXY: 'loopback' },
});
const { goToProvider, signInAtProvider, signIn } = atProvider(provider, portal);
afterAll(async () => {
  await portal.close();
  await provider.close();
});

/** An hour goes by since the person proved anything. */
async function age(person: Person): Promise<void> {
  const at = new Date(Date.now() - 3_600_000);
  await portal.services.db
    .updateTable('sessions')
    .set({ created_at: at, confirmed_at: at })
    .where('staff_id', '=', person.id)
    .execute();
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

  test.each([
    ['without a code', ['mfa']],
    ['with a code', ['pwd']],
  ])('%s is as fresh as what the provider asked for', async (_how, amr) => {
    const person = await addPerson(portal);
    const isFresh = async (claims: object) => {
      const browser = new Browser(portal);
      const { body } = await signInAtProvider(browser, person, { amr, ...claims });
      if (body.challenge) {
        const code = await newestCode(portal.services, person.email);
        await browser.complete(body.challenge.challengeId, code);
      }
      return (await browser.post('/api/account/authenticator', {})).status === 200;
    };
    const now = Math.floor(Date.now() / 1_000);
    expect(await isFresh({ auth_time: now - 3_600 })).toBe(false);
    expect(await isFresh({ auth_time: undefined })).toBe(false);
    expect(await isFresh({ auth_time: now - 60 })).toBe(true);
  });

  test('confirms nothing where the provider was not asked to look, whatever the browser says', async () => {
    const person = await addPerson(portal);
    const browser = await signIn(person);
    await age(person);
    const keepsSession = true;
    const { body } = await signInAtProvider(browser, person);
    const code = await newestCode(portal.services, person.email);
    const path = `/api/sign-in/${body.challenge!.challengeId}/complete`;
    const refused = await browser.post(path, { code, keepsSession });
    expect([refused.status, refused.body.code]).toEqual([403, 'auth.confirm_identity']);
    expect((await browser.post('/api/account/authenticator', {})).body.code).toBe('auth.confirm_identity');

    const old = { amr: ['mfa'], auth_time: Math.floor(Date.now() / 1_000) - 3_600 };
    const answer = await goToProvider(browser, person, old);
    await browser.post('/api/sign-on/provider/complete', { answer, keepsSession });
    expect((await eventsOf(portal, person)).map(({ event }) => event)).not.toContain(
      'auth.identity_confirmed',
    );
    expect((await browser.post('/api/account/authenticator', {})).body.code).toBe('auth.confirm_identity');
  });

  test.each([
    ['without a code', ['mfa']],
    ['with a code', ['pwd']],
  ])('%s confirms from when the provider asked, and never from the future', async (_how, amr) => {
    const person = await addPerson(portal);
    const browser = await signIn(person);
    const confirmedAt = async (auth_time: number) => {
      const { body } = await signInAtProvider(browser, person, { confirms: true, amr, auth_time });
      if (body.challenge) {
        const code = await newestCode(portal.services, person.email);
        const path = `/api/sign-in/${body.challenge.challengeId}/complete`;
        await browser.post(path, { code, keepsSession: true });
      }
      expect((await eventsOf(portal, person)).at(-1)).toMatchObject({ event: 'auth.identity_confirmed' });
      const { confirmed_at } = await portal.services.db
        .selectFrom('sessions')
        .select('confirmed_at')
        .where('staff_id', '=', person.id)
        .executeTakeFirstOrThrow();
      return confirmed_at!.getTime();
    };
    const now = Math.floor(Date.now() / 1_000);
    expect(await confirmedAt(now - 300)).toBe((now - 300) * 1_000);
    expect(await confirmedAt(now + 3_600)).toBeLessThan((now + 600) * 1_000);
  });

  test('confirms who somebody is and keeps their session, if the provider asked just now', async () => {
    const person = await addPerson(portal);
    const browser = await signIn(person);
    const session = browser.cookies.get('session');
    await age(person);
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
    const { body: text } = await newestMail(portal.services, email);
    expect(text).toContain('your university account');
    expect(text).not.toContain('password');
    const { id } = body as unknown as { id: string };
    const resent = await admin.post(`/api/staff/${id}/resend-password`, { version: 1 });
    expect(resent.body.code).toBe('auth.provider_replaces_password');
    const active = { status: 'active', passwordIsInitial: false, initialPasswordEndsAt: null };
    const read = await admin.get(`/api/staff/${id}`);
    expect(read.body).toMatchObject({ ...active, passwordIsReplaced: true });
    const listed = await admin.get(`/api/staff?search=${encodeURIComponent(email)}`);
    expect(listed.body).toMatchObject({ rows: [active] });
    const file = await portal.anonymous.fetch(
      `/api/exports/user-management?format=csv&search=${encodeURIComponent(email)}`,
      {
        headers: { cookie: `session=${admin.cookies.get('session')}` },
      },
    );
    const saved = await file.text();
    expect(saved, saved).toContain('Nandini Rao');
    expect(saved).not.toContain('Initial password');
  });

  test('is how an administrator made on the server is told to sign in; no password is printed', async () => {
    const email = `first.${Date.now()}@dikshant.example`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['scripts/create-admin.ts', email, 'Anita Rao'],
      { env: { ...process.env, ...settingsFor(provider), DATABASE_OWNER_URL: portal.ownerUrl } },
    );
    expect(stdout).toBe(`Anita Rao may sign in as Admin with the university account of ${email}\n`);
    const { body } = await signInAtProvider(new Browser(portal), { id: '', role: 'admin', name: '', email });
    expect(body.challenge).not.toBeNull();
  });

  test('is said to the login screen', async () => {
    const { body } = await new Browser(portal).get('/api/session');
    expect(body.signOn).toEqual({ provider: true, passkeys: false });
  });
});

test('a provider that is away is said so, and nobody counts as refused by it or by a fault of ours', async () => {
  const away = await startOpenidProvider();
  const own = await startPortal({ env: { ...settingsFor(away), TRUST_PROXY: 'loopback' } });
  const { goToProvider, comeBack, signInAtProvider } = atProvider(away, own);
  const person = await addPerson(own);
  const browser = new Browser(own);
  const expectAway = ({ status, body }: Awaited<ReturnType<typeof comeBack>>) =>
    expect([status, body.code]).toEqual([503, 'auth.provider_away']);

  const owner = new pg.Client({ connectionString: own.ownerUrl });
  await owner.connect();
  await owner.query('revoke insert on code_challenges from dikshant_app');
  expect((await signInAtProvider(browser, person)).status).toBe(500);
  await owner.end();

  away.isDown = true;
  expectAway(await signInAtProvider(browser, person));
  const begun = new URLSearchParams(await goToProvider(browser, person));
  begun.delete('code');
  begun.set('error', 'temporarily_unavailable');
  expectAway(await comeBack(browser, String(begun)));
  const answer = await goToProvider(browser, person);
  await away.close();
  expectAway(await comeBack(browser, answer));
  await own.services.accessLog.flush();
  expect(await own.services.db.selectFrom('access_log').selectAll().execute()).toEqual([]);
  await own.close();

  const without = await startPortal({ env: settingsFor(away) });
  expectAway(await new Browser(without).post('/api/sign-on/provider', { role: 'admin' }));
  await without.close();
});
