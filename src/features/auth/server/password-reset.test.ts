import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { filePortal, newestCode } from '#dev/testing/portal.ts';
import {
  accessOf,
  addPerson,
  Browser,
  eventsOf,
  mailsTo,
  otherThan,
  type Person,
} from './browser.testing.ts';

const chosen = 'eleven copper kettles in a row';

const portal = await filePortal({ env: { TRUST_PROXY: '127.0.0.1' } });
beforeEach(async () => {
  await portal.services.db.deleteFrom('throttles').execute();
});

describe('with the mailed code', () => {
  test('a new password is set, every session ends and none begins', async () => {
    const person = await addPerson(portal, { passwordIsInitial: true });
    const signedIn = new Browser(portal);
    await signedIn.signIn(person);

    const browser = new Browser(portal);
    const { id, code } = await begin(browser, person);
    expect(code).toHaveLength(6);
    const checked = await check(browser, id, code);
    expect(checked.status).toBe(200);
    expect(await complete(browser, checked.body.resetToken)).toEqual({ status: 200, body: {} });

    expect(await signedIn.session()).toBeNull();
    expect(await browser.session()).toBeNull();
    expect(browser.cookies.size).toBe(0);
    expect(await browser.start(person)).toMatchObject({ status: 401 });
    expect(await browser.signIn(person, { password: chosen })).toMatchObject({
      status: 200,
      body: { mustChangePassword: false },
    });
    expect((await eventsOf(portal, person)).at(-2)).toMatchObject({
      event: 'auth.password_reset',
      actor_id: person.id,
    });
    expect(await mailsTo(portal, person)).toContain('Your Dikshant password was changed');
  });

  test('an unfit password leaves the token usable; a used token is over', async () => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    const { id, code } = await begin(browser, person);
    const { resetToken } = (await check(browser, id, code)).body;
    expect(await complete(browser, resetToken, { confirmation: 'another one' })).toMatchObject({
      status: 422,
      body: { code: 'auth.passwords_differ' },
    });
    const common = { password: 'Password@2025', confirmation: 'Password@2025' };
    expect(await complete(browser, resetToken, common)).toMatchObject({
      status: 422,
      body: { code: 'auth.common_password' },
    });
    expect(await complete(browser, resetToken)).toMatchObject({ status: 200 });
    expect(await complete(browser, resetToken)).toMatchObject({
      status: 410,
      body: { code: 'auth.challenge_over' },
    });
  });

  test('the token dies after ten minutes', async () => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    const { id, code } = await begin(browser, person);
    const { resetToken } = (await check(browser, id, code)).body;
    await portal.services.db
      .updateTable('code_challenges')
      .set({ expires_at: sql`now()` })
      .where('id', '=', id)
      .execute();
    expect(await complete(browser, resetToken)).toMatchObject({ status: 410 });
  });

  test('a reset challenge opens no session', async () => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    const { id, code } = await begin(browser, person);
    expect(await browser.complete(id, code)).toMatchObject({ status: 410 });
  });
});

describe('guessing', () => {
  test('has five tries, which a new code does not refill and which do not lock the account', async () => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    const { id, code } = await begin(browser, person);
    expect(await check(browser, id, otherThan(code))).toMatchObject({ body: { data: { triesLeft: 4 } } });
    await portal.services.db
      .updateTable('code_challenges')
      .set({ mailed_at: sql`now() - interval '31 seconds'` })
      .where('id', '=', id)
      .execute();
    expect(await browser.post(`/api/password-reset/${id}/resend`)).toMatchObject({ body: { mailsLeft: 1 } });
    const fresh = await newestCode(portal.services, person.email);
    for (const triesLeft of [3, 2, 1, 0]) {
      expect(await check(browser, id, otherThan(fresh))).toMatchObject({ body: { data: { triesLeft } } });
    }
    expect(await check(browser, id, fresh)).toMatchObject({ status: 410 });
    // Anybody can ask for a reset and guess: not in the chain.
    expect(await eventsOf(portal, person)).toEqual([]);
    expect(await accessOf(portal, person)).toMatchObject([{ kind: 'reset_code_refused', count: 5 }]);
    expect(await browser.start(person)).toMatchObject({ status: 200 });
  });

  test('stops at five requests a day for an address, known or not', async () => {
    const person = await addPerson(portal);
    for (const email of [person.email, 'nobody@dikshant.example']) {
      for (let asked = 0; asked < 5; asked += 1) {
        expect(await ask(new Browser(portal), email)).toMatchObject({ status: 200 });
      }
      expect(await ask(new Browser(portal), email)).toMatchObject({
        status: 429,
        body: { code: 'request.too_many' },
      });
    }
  });

  test('stops everywhere when the daily budget is spent, and rings the alarm', async () => {
    const person = await addPerson(portal);
    await ask(new Browser(portal), person.email);
    await portal.services.db
      .updateTable('throttles')
      .set({ hits: 300 })
      .where('key', 'like', 'resets in all%')
      .execute();
    const alarm = vi.spyOn(portal.services.log, 'error');
    for (const email of [person.email, 'nobody@dikshant.example']) {
      expect(await ask(new Browser(portal), email)).toMatchObject({ status: 429 });
    }
    expect(alarm).toHaveBeenCalledWith(
      expect.objectContaining({ alarm: 'password_reset_budget' }),
      expect.any(String),
    );
  });
});

describe('an address that is not known, or not in use', () => {
  test.each(['unknown', 'disabled'])('%s: answers like a known one at every step', async (kind) => {
    const person = await addPerson(portal);
    if (kind === 'disabled') {
      await portal.services.db
        .updateTable('staff')
        .set({ disabled_at: sql`now()` })
        .where('id', '=', person.id)
        .execute();
    }
    const email = kind === 'disabled' ? person.email : 'stranger@dikshant.example';
    const browser = new Browser(portal);
    const began = performance.now();
    const started = await ask(browser, email);
    expect(performance.now() - began).toBeGreaterThan(240);
    expect(started).toMatchObject({
      status: 200,
      body: { digits: 6, resendAfterSeconds: 30, mailsLeft: 2 },
    });
    const id = started.body.challengeId;
    expect(await browser.post(`/api/password-reset/${id}/resend`)).toMatchObject({
      status: 429,
      body: { code: 'auth.resend_too_soon' },
    });
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      expect(await check(browser, id, '000000')).toMatchObject({
        status: 401,
        body: { code: 'auth.wrong_code', data: { triesLeft } },
      });
    }
    expect(await check(browser, id, '000000')).toMatchObject({ status: 410 });
    expect(await mailsTo(portal, { ...person, email })).toEqual([]);
  });
});

function ask(browser: Browser, email: string) {
  return browser.post('/api/password-reset', { email });
}

async function begin(browser: Browser, person: Person): Promise<{ id: string; code: string }> {
  const { body } = await ask(browser, person.email);
  return { id: body.challengeId, code: await newestCode(portal.services, person.email) };
}

function check(browser: Browser, id: string, code: string) {
  return browser.post(`/api/password-reset/${id}/check`, { code });
}

function complete(browser: Browser, resetToken: string, overrides: object = {}) {
  return browser.post('/api/password-reset/complete', {
    resetToken,
    password: chosen,
    confirmation: chosen,
    ...overrides,
  });
}
