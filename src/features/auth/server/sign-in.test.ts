import argon2 from '@node-rs/argon2';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { filePortal, newestCode } from '#dev/testing/portal.ts';
import { type Role, roleLabels, roles } from '#shared/roles.ts';
import { addPerson, Browser, eventsOf, mailsTo, type Person, password } from './browser.testing.ts';

const portal = await filePortal({ env: { TRUST_PROXY: '127.0.0.1' } });

describe('with role, Email Id, password and code', () => {
  test.each(roles)('%s gets a session', async (role) => {
    const person = await addPerson(portal, { role });
    const browser = new Browser(portal);
    const started = await browser.start(person, { email: person.email.toUpperCase() });
    expect(started).toMatchObject({
      status: 200,
      body: { digits: 4, resendAfterSeconds: 30, mailsLeft: 2 },
    });
    expect(await browser.session()).toBeNull();
    expect(browser.cookies.size).toBe(0);

    const completed = await browser.signIn(person);
    expect(completed).toMatchObject({
      status: 200,
      body: { staffId: person.id, email: person.email, role, code: 'ALL', mustChangePassword: false },
    });
    expect(await browser.session()).toEqual(completed.body);
    for (const line of browser.cookieLines) expect(line).toMatch(/HttpOnly; SameSite=Strict/);
    expect(await eventsOf(portal, person)).toEqual([
      {
        event: 'auth.signed_in',
        actor_name: person.name,
        actor_id: person.id,
        desk: role,
        after: { device: 'new' },
      },
    ]);
  });

  test('a code works once', async () => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    const { body } = await browser.start(person);
    const code = await codeOf(person);
    expect(await browser.complete(body.challengeId, code)).toMatchObject({ status: 200 });
    expect(await browser.complete(body.challengeId, code)).toMatchObject({
      status: 410,
      body: { code: 'auth.challenge_over' },
    });
  });

  test('neither token, code nor password is stored in clear', async () => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    const { body } = await browser.start(person);
    const code = await codeOf(person);
    await browser.complete(body.challengeId, code);
    const stored = await sql<{ text: string }>`
      select (select jsonb_agg(s) from sessions s)::text || (select jsonb_agg(d) from known_devices d)::text
          || (select jsonb_agg(c) from code_challenges c)::text || (select jsonb_agg(a) from audit_events a)::text as text
    `.execute(portal.services.db as never);
    const [{ text }] = stored.rows as [{ text: string }];
    expect(text).not.toContain(browser.cookies.get('session'));
    expect(text).not.toContain(browser.cookies.get('device'));
    expect(text).not.toContain(`"${code}"`);
    expect(text).not.toContain(password);
  });

  test('signing in again in the same browser ends its former session', async () => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    await browser.signIn(person);
    await browser.signIn(await addPerson(portal));
    const left = await portal.services.db
      .selectFrom('sessions')
      .select('staff_id')
      .where('staff_id', '=', person.id)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('every mismatch answers alike and costs one hash', () => {
  const mismatches: [string, (person: Person) => Promise<object>][] = [
    ['unknown address', async () => ({ email: 'nobody@dikshant.example' })],
    ['wrong password', async () => ({ password: 'not the right one' })],
    ['wrong role', async () => ({ role: 'auditor' })],
    [
      'disabled account',
      async (person) => {
        await changeStaff(person, { disabled_at: new Date() });
        return {};
      },
    ],
  ];
  test.each(mismatches)('%s', async (_name, prepare) => {
    const person = await addPerson(portal);
    const overrides = await prepare(person);
    const { role } = { ...person, ...(overrides as { role?: Role }) };
    const verify = vi.spyOn(argon2, 'verify');
    const { status, body } = await new Browser(portal).start(person, overrides);
    expect(verify).toHaveBeenCalledTimes(1);
    expect(verify.mock.calls[0]![0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect({ status, body: { ...body, requestId: '' } }).toEqual({
      status: 401,
      body: {
        type: 'about:blank',
        title: 'auth.wrong_credentials',
        code: 'auth.wrong_credentials',
        status: 401,
        detail: `The Email Id or password is wrong, or the role is not ${roleLabels[role]}.`,
        data: { role },
        requestId: '',
      },
    });
    expect(await mailsTo(portal, person)).toEqual([]);
  });
});

describe('throttles', () => {
  test('ten wrong passwords for an address stop strangers, not the device of its owner', async () => {
    const person = await addPerson(portal);
    const own = new Browser(portal);
    await own.signIn(person);
    for (let tried = 0; tried < 10; tried += 1) {
      expect(await new Browser(portal).start(person, { password: 'wrong' })).toMatchObject({ status: 401 });
    }
    const refused = await new Browser(portal).start(person);
    expect(refused).toMatchObject({ status: 429, body: { code: 'request.too_many' } });
    expect(refused.body.data.retryAfterSeconds).toBeGreaterThan(800);
    expect(await own.signIn(person)).toMatchObject({ status: 200 });
  });

  test('unknown addresses are throttled like known ones', async () => {
    const nobody: Person = { id: '', role: 'admin', name: '', email: 'not.there@dikshant.example' };
    for (let tried = 0; tried < 10; tried += 1) await new Browser(portal).start(nobody);
    expect(await new Browser(portal).start(nobody)).toMatchObject({ status: 429 });
  });

  test('a network is throttled over all addresses, an IPv6 one by its /64', async () => {
    await portal.services.db.deleteFrom('throttles').execute();
    const person = await addPerson(portal);
    await new Browser(portal, '2001:db8:1:2::1').start(person, { password: 'wrong' });
    await portal.services.db
      .updateTable('throttles')
      .set({ hits: 100 })
      .where('key', 'like', 'passwords by network%')
      .execute();
    expect(await new Browser(portal, '2001:db8:1:2:ffff::9').start(person)).toMatchObject({ status: 429 });
    expect(await new Browser(portal, '2001:db8:1:3::1').start(person)).toMatchObject({ status: 200 });
  });

  test('a window that is over starts anew, and right passwords do not count', async () => {
    const person = await addPerson(portal);
    await new Browser(portal).start(person, { password: 'wrong' });
    await portal.services.db.updateTable('throttles').set({ hits: 10, resets_at: new Date() }).execute();
    for (let tried = 0; tried < 12; tried += 1) {
      expect(await new Browser(portal).start(person)).toMatchObject({ status: 200 });
    }
  });
});

describe('the account', () => {
  test('an initial password is to be changed first', async () => {
    const person = await addPerson(portal, { role: 'admin', passwordIsInitial: true });
    const browser = new Browser(portal);
    expect(await browser.signIn(person)).toMatchObject({ status: 200, body: { mustChangePassword: true } });
    expect(await browser.get('/api/audit-events')).toMatchObject({
      status: 403,
      body: { code: 'auth.change_password_first' },
    });
    const chosen = 'eleven copper kettles in a row';
    expect(
      await browser.post('/api/account/password', {
        currentPassword: password,
        password: chosen,
        confirmation: chosen,
      }),
    ).toMatchObject({ status: 200 });
    expect(await browser.get('/api/audit-events')).toMatchObject({ status: 200 });
    expect(await browser.session()).toMatchObject({ mustChangePassword: false });
  });

  test('an initial password is dead after 72 hours, which only its owner learns', async () => {
    const person = await addPerson(portal, { passwordIsInitial: true });
    await changeStaff(person, { password_set_at: new Date(Date.now() - 73 * 3_600_000) });
    expect(await new Browser(portal).start(person)).toMatchObject({
      status: 403,
      body: { code: 'auth.initial_password_expired' },
    });
    expect(await new Browser(portal).start(person, { password: 'wrong' })).toMatchObject({
      body: { code: 'auth.wrong_credentials' },
    });
  });

  test('a locked one says so to the right password only', async () => {
    const person = await addPerson(portal);
    await changeStaff(person, { locked_at: new Date() });
    expect(await new Browser(portal).start(person)).toMatchObject({
      status: 423,
      body: { code: 'auth.locked' },
    });
    expect(await new Browser(portal).start(person, { password: 'wrong' })).toMatchObject({
      body: { code: 'auth.wrong_credentials' },
    });
    expect(await mailsTo(portal, person)).toEqual([]);
  });
});

async function changeStaff(person: Person, changes: Record<string, Date>): Promise<void> {
  await portal.services.db.updateTable('staff').set(changes).where('id', '=', person.id).execute();
}

async function codeOf(person: Person): Promise<string> {
  return newestCode(portal.services, person.email);
}
