import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { nightlyPurgeJob } from '#app/server/jobs.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { addPerson, Browser, eventsOf, type Person, password } from './browser.testing.ts';

const portal = await filePortal({ env: { TRUST_PROXY: '127.0.0.1' } });

describe('a session ends', () => {
  test.each([
    ['after 30 idle minutes', { last_seen_at: sql`now() - interval '31 minutes'` }],
    ['after 8 hours, however busy', { expires_at: sql`created_at + interval '1 microsecond'` }],
  ])('%s', async (_name, changes) => {
    const { person, browser } = await signedIn();
    await changeSession(person, changes);
    expect(await browser.session()).toBeNull();
    expect(await browser.post('/api/sign-out')).toMatchObject({
      status: 401,
      body: { code: 'auth.signed_out' },
    });
  });

  test('at most 8 hours after it began', async () => {
    const { person } = await signedIn();
    const session = await sessionOf(person);
    expect(session.expires_at.getTime() - session.created_at.getTime()).toBe(8 * 3_600_000);
  });

  test.each(['disabled_at', 'locked_at'])('with the next request once %s is set', async (column) => {
    const { person, browser } = await signedIn();
    await portal.services.db
      .updateTable('staff')
      .set({ [column]: sql`now()` })
      .where('id', '=', person.id)
      .execute();
    expect(await browser.session()).toBeNull();
  });

  test('by signing out, in this browser alone', async () => {
    const { person, browser } = await signedIn();
    const other = new Browser(portal);
    await other.signIn(person);
    const token = browser.cookies.get('session')!;
    expect(await browser.post('/api/sign-out')).toEqual({ status: 200, body: {} });
    expect(browser.cookies.has('session')).toBe(false);
    browser.cookies.set('session', token);
    expect(await browser.session()).toBeNull();
    expect(await other.session()).not.toBeNull();
    expect((await eventsOf(portal, person)).at(-1)).toMatchObject({ event: 'auth.signed_out' });
  });
});

test('a change of role holds from the next request on', async () => {
  const { person, browser } = await signedIn('auditor');
  expect(await browser.get('/api/audit-events')).toMatchObject({ status: 200 });
  await portal.services.db
    .updateTable('staff')
    .set({ role: 'printer' })
    .where('id', '=', person.id)
    .execute();
  expect(await browser.get('/api/audit-events')).toMatchObject({
    status: 403,
    body: { code: 'auth.not_permitted' },
  });
});

test('use is noted once a minute, and keeps the session alive', async () => {
  const { person, browser } = await signedIn();
  const before = await sessionOf(person);
  await browser.session();
  expect((await sessionOf(person)).last_seen_at).toEqual(before.last_seen_at);
  await changeSession(person, { last_seen_at: sql`now() - interval '29 minutes'` });
  await browser.session();
  expect((await sessionOf(person)).last_seen_at.getTime()).toBeGreaterThanOrEqual(
    before.last_seen_at.getTime(),
  );
});

test('a made-up token opens nothing', async () => {
  const browser = new Browser(portal);
  browser.cookies.set('session', 'A'.repeat(43));
  expect(await browser.session()).toBeNull();
});

describe('changing the own password', () => {
  const chosen = 'eleven copper kettles in a row';

  test('ends the other sessions, kills open codes and is written down', async () => {
    const { person, browser } = await signedIn();
    const other = new Browser(portal);
    await other.signIn(person);
    const begun = await new Browser(portal).start(person);
    const answer = await change(browser, { password: chosen, confirmation: chosen });
    expect(answer).toEqual({ status: 200, body: {} });
    expect(await browser.session()).not.toBeNull();
    expect(await other.session()).toBeNull();
    expect(await browser.complete(begun.body.challengeId, '0000')).toMatchObject({ status: 410 });
    expect(await new Browser(portal).start(person)).toMatchObject({ status: 401 });
    expect(await new Browser(portal).signIn(person, { password: chosen })).toMatchObject({ status: 200 });
    expect((await eventsOf(portal, person)).map((event) => event.event)).toContain('auth.password_changed');
  });

  test.each([
    ['auth.wrong_password', { currentPassword: 'not mine', password: chosen, confirmation: chosen }],
    ['auth.passwords_differ', { password: chosen, confirmation: `${chosen}s` }],
    ['auth.same_password', { password, confirmation: password }],
    ['auth.common_password', { password: 'Welcome@12345', confirmation: 'Welcome@12345' }],
    ['request.invalid', { password: 'short', confirmation: 'short' }],
  ])('refuses with %s and changes nothing', async (code, input) => {
    const { person, browser } = await signedIn();
    expect(await change(browser, input)).toMatchObject({ status: 422, body: { code } });
    expect(await new Browser(portal).start(person)).toMatchObject({ status: 200 });
  });

  test('does not let a stolen session try passwords', async () => {
    const { browser } = await signedIn();
    const wrong = { currentPassword: 'not mine', password: chosen, confirmation: chosen };
    for (let tried = 0; tried < 10; tried += 1) await change(browser, wrong);
    expect(await change(browser, { password: chosen, confirmation: chosen })).toMatchObject({ status: 429 });
  });

  test('needs a session', async () => {
    expect(await change(new Browser(portal), { password: chosen, confirmation: chosen })).toMatchObject({
      status: 401,
      body: { code: 'auth.signed_out' },
    });
  });

  function change(browser: Browser, input: object) {
    return browser.post('/api/account/password', { currentPassword: password, ...input });
  }
});

test('the nightly purge removes what is over and nothing else', async () => {
  const over = await signedIn();
  const alive = await signedIn();
  await changeSession(over.person, { expires_at: sql`created_at + interval '1 microsecond'` });
  await nightlyPurgeJob.handle(portal.services, {}, { isLast: true });
  await expect(sessionOf(over.person)).rejects.toThrow('no result');
  expect(await alive.browser.session()).not.toBeNull();
});

async function signedIn(role: Person['role'] = 'receiver') {
  const person = await addPerson(portal, { role });
  const browser = new Browser(portal);
  await browser.signIn(person);
  return { person, browser };
}

async function sessionOf(person: Person) {
  return portal.services.db
    .selectFrom('sessions')
    .selectAll()
    .where('staff_id', '=', person.id)
    .executeTakeFirstOrThrow();
}

async function changeSession(person: Person, changes: object): Promise<void> {
  await portal.services.db.updateTable('sessions').set(changes).where('staff_id', '=', person.id).execute();
}
