import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { settingsFor, startOpenidProvider, type Token } from '#dev/testing/openid-provider.ts';
import { newestMail, startPortal } from '#dev/testing/portal.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { unique } from '#dev/testing/unique.ts';
import { accessOf, addPerson, Browser, mailsTo, type Person } from './browser.testing.ts';
import { atProvider } from './provider.testing.ts';

const provider = await startOpenidProvider();
const portal = await startPortal({
  env: { ...settingsFor(provider), OIDC_TRUSTED_AMR: 'mfa', TRUST_PROXY: 'loopback' },
});
const { goToProvider, comeBack, signInAtProvider, signIn } = atProvider(provider, portal);
afterAll(async () => {
  await portal.close();
  await provider.close();
});
beforeEach(() => {
  provider.forge = () => undefined;
});

/** Ten minutes go by. The portal itself may not change a row, so its owner does. */
async function expireAttempts(): Promise<void> {
  await runWithoutTriggers(portal, "update sign_on_attempts set expires_at = now() - interval '1 second'");
}

async function expectRefused(answer: Awaited<ReturnType<typeof comeBack>>, code: string, browser: Browser) {
  expect(answer.body.code).toBe(code);
  expect(await browser.session()).toBeNull();
}

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

  test.each([false, undefined, 'false', 0, '0', 'yes', null])(
    'where the address is verified: %s',
    async (isVerified) => {
      const person = await addPerson(portal);
      const browser = new Browser(portal);
      const answer = await signInAtProvider(browser, person, { email_verified: isVerified });
      await expectRefused(answer, 'auth.email_unverified', browser);
    },
  );

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
      (answer: URLSearchParams) => answer.set('error', 'invalid_request'),
      (answer: URLSearchParams) => answer.append('code', 'two'),
    ]) {
      const answer = new URLSearchParams(await goToProvider(victim, person));
      change(answer);
      await expectRefused(await comeBack(victim, String(answer)), 'auth.provider_refused', victim);
    }
  });

  test('that says that the person cancelled, by a sentence of its own', async () => {
    const browser = new Browser(portal);
    const answer = new URLSearchParams(await goToProvider(browser, await addPerson(portal)));
    answer.delete('code');
    answer.set('error', 'access_denied');
    await expectRefused(await comeBack(browser, String(answer)), 'auth.provider_cancelled', browser);
  });

  test('after ten minutes', async () => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    const answer = await goToProvider(browser, person);
    await expireAttempts();
    await expectRefused(await comeBack(browser, answer), 'auth.sign_on_over', browser);
  });

  test('for a day after an admin changed the Email Id, unless a second admin confirms it', async () => {
    const [admin, second] = [
      await signIn(await addPerson(portal, { role: 'admin' })),
      await signIn(await addPerson(portal, { role: 'admin' })),
    ];
    const victim = await addPerson(portal, { role: 'admin' });
    const moved = { ...victim, email: `moved.${unique()}@dikshant.example` };
    const { name, email } = moved;
    const entry = { name, code: 'ALL', email, version: 1 };
    expect(await admin.post(`/api/staff/${victim.id}/edit`, entry)).toMatchObject({ status: 200 });
    for (const amr of [['pwd'], ['mfa']]) {
      const browser = new Browser(portal);
      await expectRefused(await signInAtProvider(browser, moved, { amr }), 'auth.email_held', browser);
    }
    expect((await newestMail(portal.services, email)).body).toContain(
      'For 24 hours nobody can sign in to it with the university account',
    );
    await expect(
      portal.services.db
        .insertInto('code_challenges')
        .values({
          id: crypto.randomUUID(),
          purpose: 'sign_in',
          vouched_by: 'provider',
          proven_at: new Date(),
          staff_id: victim.id,
          digits: 4,
          code_hash: '0'.repeat(64),
          expires_at: new Date(Date.now() + 60_000),
        })
        .execute(),
    ).rejects.toThrow('the address of this account was changed less than a day ago');
    const confirmed = await second.post(`/api/staff/${victim.id}/confirm-email`, { version: 2 });
    expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
    expect((await signInAtProvider(new Browser(portal), moved)).status).toBe(200);
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
