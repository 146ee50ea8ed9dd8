import { sql } from 'kysely';
import { URI } from 'otpauth';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { nightlyPurgeJob } from '#app/server/jobs.ts';
import { startPortal } from '#dev/testing/portal.ts';
import {
  App,
  addPerson,
  Browser,
  enrolledPerson,
  eventsOf,
  mailsTo,
  otherThan,
  type Person,
  password,
  proof,
  secondFactor,
  signedInPerson,
} from './browser.testing.ts';

// The portal runs in this process, so that the clock of a test is its clock too.
vi.useFakeTimers({ toFake: ['Date'] });
const portal = await startPortal({ env: { TRUST_PROXY: '127.0.0.1' } });
afterAll(async () => {
  await portal.close();
  vi.useRealTimers();
});
// In the middle of a step, so that none begins between a code and its use.
beforeEach(() => vi.setSystemTime(Math.ceil(Date.now() / 30_000) * 30_000 + 15_000));

describe('enrolment', () => {
  test('shows a secret, takes one code of it, and tells ten recovery codes once', async () => {
    const { person, browser } = await signedInPerson(portal);
    const { status, body } = await start(browser);
    expect(status).toBe(200);
    const entry = URI.parse(body.uri);
    expect(entry).toMatchObject({
      issuer: 'Dikshant',
      label: person.email,
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
    });
    expect(entry.secret.base32).toBe(body.secret);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await secondFactor(browser)).toEqual({
      factor: 'email_code',
      enrolledAt: null,
      recoveryCodesLeft: 0,
    });

    const confirmed = await confirm(browser, new App(body.secret).code());
    expect(confirmed.status).toBe(200);
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    for (const code of confirmed.body.recoveryCodes) expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect(await secondFactor(browser)).toMatchObject({ factor: 'authenticator', recoveryCodesLeft: 10 });
    expect((await eventsOf(portal, person)).map(({ event }) => event)).toEqual([
      'auth.authenticator_shown',
      'auth.authenticator_enrolled',
    ]);
    expect((await mailsTo(portal, person)).at(-1)).toBe(
      'An authenticator app was set up for your Dikshant account',
    );
  });

  test('a wrong code changes nothing, and the right one is still taken', async () => {
    const { browser } = await signedInPerson(portal);
    const app = new App((await start(browser)).body.secret);
    expect(await confirm(browser, otherThan(app.code()))).toMatchObject({
      status: 422,
      body: { code: 'auth.authenticator_code_differs' },
    });
    expect(await secondFactor(browser)).toMatchObject({ factor: 'email_code' });
    expect(await confirm(browser, app.code())).toMatchObject({ status: 200 });
  });

  test('asks for the own password, and is refused while one is set up', async () => {
    const { browser } = await signedInPerson(portal);
    expect(await start(browser, 'not mine')).toMatchObject({
      status: 422,
      body: { code: 'auth.wrong_password' },
    });
    await browser.enrol();
    expect(await start(browser)).toMatchObject({
      status: 409,
      body: { code: 'auth.authenticator_enrolled' },
    });
  });

  test('a secret that was shown again kills the first, and one of yesterday is over', async () => {
    const { person, browser } = await signedInPerson(portal);
    const first = new App((await start(browser)).body.secret);
    const second = new App((await start(browser)).body.secret);
    expect(await confirm(browser, first.code())).toMatchObject({ status: 422 });
    await changeAuthenticator(person, { created_at: sql`now() - interval '31 minutes'` });
    expect(await confirm(browser, second.code())).toMatchObject({
      status: 410,
      body: { code: 'auth.challenge_over' },
    });
    await changeAuthenticator(person, { created_at: sql`now() - interval '25 hours'` });
    await nightlyPurgeJob.handle(portal.services, {}, { isLast: true });
    expect(await authenticatorOf(person)).toBeUndefined();
  });

  test('two confirmations at once enrol once', async () => {
    const { browser } = await signedInPerson(portal);
    const app = new App((await start(browser)).body.secret);
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(browser, app.code())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await secondFactor(browser)).toMatchObject({ recoveryCodesLeft: 10 });
  });

  test('neither secret nor recovery codes can be read in the database, whatever key the request had', async () => {
    const { person, browser } = await signedInPerson(portal);
    const keyed = { 'idempotency-key': crypto.randomUUID() };
    const { body } = await browser.post('/api/account/authenticator', { currentPassword: password }, keyed);
    const code = new App(body.secret).code();
    const confirmed = await browser.post(
      '/api/account/authenticator/confirm',
      { code },
      { 'idempotency-key': crypto.randomUUID() },
    );
    const stored = await everythingStored();
    expect(stored).toContain(person.id);
    const secret = URI.parse(body.uri).secret;
    for (const form of [
      secret.base32,
      secret.hex.toLowerCase(),
      Buffer.from(secret.bytes).toString('base64'),
    ]) {
      expect(stored).not.toContain(form);
    }
    for (const recoveryCode of confirmed.body.recoveryCodes) expect(stored).not.toContain(recoveryCode);
  });

  test('a secret that was copied to another person opens nothing', async () => {
    const thief = await enrolledPerson(portal);
    const victim = await enrolledPerson(portal);
    const { secret } = (await authenticatorOf(thief.person))!;
    await changeAuthenticator(victim.person, { secret });
    const { body } = await new Browser(portal).start(victim.person);
    expect(await new Browser(portal).complete(body.challengeId, thief.app.code(1))).toMatchObject({
      status: 500,
    });
  });
});

describe('switching the authenticator off', () => {
  test('asks for password and code, and goes back to the mailed code', async () => {
    const { person, browser, app } = await enrolledPerson(portal);
    expect(await remove(browser, { currentPassword: 'not mine', code: app.code(1) })).toMatchObject({
      body: { code: 'auth.wrong_password' },
    });
    expect(await remove(browser, proof(otherThan(app.code(1))))).toMatchObject({
      status: 422,
      body: { code: 'auth.wrong_second_factor' },
    });
    expect(await remove(browser, proof(app.code(1)))).toMatchObject({ status: 200 });
    expect(await browser.session()).toMatchObject({ mustEnrolAuthenticator: false });
    expect(await secondFactor(browser)).toEqual({
      factor: 'email_code',
      enrolledAt: null,
      recoveryCodesLeft: 0,
    });
    expect(await new Browser(portal).start(person)).toMatchObject({
      body: { factor: 'email_code', digits: 4 },
    });
    expect((await eventsOf(portal, person)).at(-1)).toMatchObject({
      event: 'auth.authenticator_removed',
      actor_id: person.id,
    });
    expect(await mailsTo(portal, person)).toContain(
      'The authenticator app of your Dikshant account was removed',
    );
    expect(await remove(browser, proof('123456'))).toMatchObject({ body: { code: 'auth.no_authenticator' } });
  });

  test('takes a recovery code for a lost phone', async () => {
    const { browser, recoveryCodes } = await enrolledPerson(portal);
    expect(await remove(browser, proof(recoveryCodes[9]!))).toMatchObject({ status: 200 });
  });

  test('a stolen session with the password cannot guess on: the twentieth wrong code locks', async () => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    await browser.signIn(person);
    await browser.enrol();
    const device = await portal.services.db
      .selectFrom('known_devices')
      .select('id')
      .where('staff_id', '=', person.id)
      .executeTakeFirstOrThrow();
    await sql`
      insert into wrong_codes (id, staff_id, known_device_id)
      select gen_random_uuid(), ${person.id}, ${device.id}::uuid from generate_series(1, 18)
    `.execute(portal.services.db as never);
    expect(await remove(browser, proof('AAAAA-AAAAA'))).toMatchObject({ status: 422 });
    expect(await remove(browser, proof('AAAAA-AAAAA'))).toMatchObject({ status: 423 });
    expect(await browser.session()).toBeNull();
  });
});

function start(browser: Browser, currentPassword = password) {
  return browser.post('/api/account/authenticator', { currentPassword });
}

function confirm(browser: Browser, code: string) {
  return browser.post('/api/account/authenticator/confirm', { code });
}

function remove(browser: Browser, given: { currentPassword: string; code: string }) {
  return browser.post('/api/account/authenticator/remove', given);
}

async function authenticatorOf(person: Person) {
  return portal.services.db
    .selectFrom('authenticators')
    .selectAll()
    .where('staff_id', '=', person.id)
    .executeTakeFirst();
}

async function changeAuthenticator(person: Person, changes: object): Promise<void> {
  await portal.services.db
    .updateTable('authenticators')
    .set(changes)
    .where('staff_id', '=', person.id)
    .execute();
}

/** Every row of every table that these commands write to, as text; bytes in hexadecimal. */
async function everythingStored(): Promise<string> {
  const tables = [
    'authenticators',
    'recovery_codes',
    'idempotent_requests',
    'audit_events',
    'outbox',
    'code_challenges',
    'staff',
  ];
  const texts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ text: string }>`
        select coalesce(jsonb_agg(t)::text, '') as text from ${sql.table(table)} t
      `.execute(portal.services.db as never);
      return rows[0]!.text;
    }),
  );
  return texts.join('\n');
}
