import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { filePortal, newestCode } from '#dev/testing/portal.ts';
import { unique } from '#dev/testing/unique.ts';
import {
  addPerson,
  Browser,
  eventsOf,
  mailsTo,
  otherThan,
  type Person,
  password,
} from '#features/auth/server/browser.testing.ts';

let admin: Person;
let desk: Browser;

const portal = await filePortal({ env: { TRUST_PROXY: '127.0.0.1' } });
beforeEach(async () => {
  admin = await addPerson(portal, { role: 'admin' });
  desk = new Browser(portal);
  await desk.signIn(admin);
});

const look = async (person: Person) => (await desk.get(`/api/staff/${person.id}`)).body;

async function act(person: Person, verb: string, browser = desk) {
  const { version } = await look(person);
  return browser.post(`/api/staff/${person.id}/${verb}`, { version });
}

async function moveTo(email: string, person: Person, browser = desk) {
  const { name, version } = await look(person);
  return browser.post(`/api/staff/${person.id}/edit`, { name, code: 'ALL', email, version });
}

/** As if so many minutes had passed since the person gave password and code. */
async function age(person: Person, minutes: number): Promise<void> {
  await portal.services.db
    .updateTable('sessions')
    .set({
      created_at: sql`created_at - make_interval(mins => ${minutes})`,
      confirmed_at: sql`confirmed_at - make_interval(mins => ${minutes})`,
    })
    .where('staff_id', '=', person.id)
    .execute();
}

async function confirm(browser: Browser, person: Person, code?: string) {
  const { body } = await browser.start(person);
  return browser.post(`/api/sign-in/${body.challengeId}/complete`, {
    code: code ?? (await newestCode(portal.services, person.email)),
    keepsSession: true,
  });
}

describe('what opens an account asks for password and code again', () => {
  const acts: [string, (person: Person) => Promise<{ status: number; body: { code?: string } }>][] = [
    ['a change of address', (person) => moveTo(`moved.${unique()}@dikshant.example`, person)],
    ['an unlock', (person) => act(person, 'unlock')],
    ['an authenticator reset', (person) => act(person, 'reset-authenticator')],
    ['enabling', (person) => act(person, 'enable')],
    ['a new initial password', (person) => act(person, 'resend-password')],
    ['confirming an address', (person) => act(person, 'confirm-email')],
    ['a new account', () => desk.post('/api/staff', { name: 'Somebody' })],
  ];
  test('once, and ten minutes later again: a change of address, an unlock and the others', async () => {
    const people = await Promise.all(acts.map(() => addPerson(portal)));
    /** Those that ask for it now. */
    const asking = async () => {
      const names: string[] = [];
      for (const [at, [name, attempt]] of acts.entries()) {
        const { status, body } = await attempt(people[at]!);
        if (status === 403 && body.code === 'auth.confirm_identity') names.push(name);
      }
      return names;
    };
    const all = acts.map(([name]) => name);
    await age(admin, 11);
    expect(await asking()).toEqual(all);
    const token = desk.cookies.get('session');
    expect(await confirm(desk, admin)).toMatchObject({ status: 200, body: { staffId: admin.id } });
    expect(desk.cookies.get('session')).toBe(token);
    expect(await asking()).toEqual([]);
    await age(admin, 11);
    expect(await asking()).toEqual(all);
  });

  test('shutting somebody out does not', async () => {
    const person = await addPerson(portal);
    await new Browser(portal).signIn(person);
    await age(admin, 11);
    expect(await desk.post(`/api/staff/${person.id}/end-sessions`)).toMatchObject({ status: 200 });
    expect(await act(person, 'disable')).toMatchObject({ status: 200 });
  });

  test('a wrong code confirms nothing and costs a try', async () => {
    const person = await addPerson(portal);
    await age(admin, 11);
    const { body } = await desk.start(admin);
    const code = otherThan(await newestCode(portal.services, admin.email));
    expect(
      await desk.post(`/api/sign-in/${body.challengeId}/complete`, { code, keepsSession: true }),
    ).toMatchObject({ status: 401, body: { data: { triesLeft: 4 } } });
    expect(await act(person, 'unlock')).toMatchObject({ body: { code: 'auth.confirm_identity' } });
    expect((await eventsOf(portal, admin)).map(({ event }) => event)).not.toContain(
      'auth.identity_confirmed',
    );
  });

  test('another person’s password and code do not confirm this session', async () => {
    const other = await addPerson(portal, { role: 'admin' });
    await age(admin, 11);
    expect(await confirm(desk, other)).toMatchObject({ status: 200, body: { staffId: other.id } });
    expect(await desk.session()).toMatchObject({ staffId: other.id });
    const { count } = await portal.services.db
      .selectFrom('sessions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('staff_id', '=', admin.id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(0);
  });

  test('a session that has ended meanwhile is replaced by a new one', async () => {
    await portal.services.db.deleteFrom('sessions').where('staff_id', '=', admin.id).execute();
    expect(await confirm(desk, admin)).toMatchObject({ status: 200 });
    expect(await desk.session()).toMatchObject({ staffId: admin.id });
  });

  test('by recovery code as well, in the audit log', async () => {
    const { recoveryCodes } = await desk.enrol();
    await age(admin, 11);
    const { body } = await desk.start(admin);
    expect(
      await desk.post(`/api/sign-in/${body.challengeId}/recover`, {
        recoveryCode: recoveryCodes[0],
        keepsSession: true,
      }),
    ).toMatchObject({ status: 200 });
    expect((await eventsOf(portal, admin)).at(-1)).toMatchObject({ event: 'auth.identity_confirmed' });
    expect((await act(await addPerson(portal), 'unlock')).body.code).toBe('staff.not_locked');
  });
});

describe('after a change of address', () => {
  let victim: Person;
  let work: Browser;
  let moved: Person;

  beforeEach(async () => {
    victim = await addPerson(portal, { role: 'auditor' });
    work = new Browser(portal);
    await work.signIn(victim);
    moved = { ...victim, email: `moved.${unique()}@dikshant.example` };
  });

  const move = async () => expect(await moveTo(moved.email, victim)).toMatchObject({ status: 200 });
  const askForReset = async (browser = new Browser(portal)) =>
    browser.post('/api/password-reset', { email: moved.email });
  const resetCodes = async () =>
    (await mailsTo(portal, moved)).filter((subject) => /code to choose a new/.test(subject)).length;

  test('its sessions end and both addresses are told', async () => {
    await move();
    expect(await work.session()).toBeNull();
    for (const person of [victim, moved])
      expect((await mailsTo(portal, person)).at(-1)).toBe('Your Email Id for Dikshant was changed');
    expect(await look(victim)).toMatchObject({
      emailHold: { changedBy: admin.id, changedByName: admin.name },
    });
  });

  test('a reset mails no code, answers as ever, and says why to the new address', async () => {
    await move();
    const browser = new Browser(portal);
    const { status, body } = await askForReset(browser);
    expect({ status, digits: body.digits, mailsLeft: body.mailsLeft }).toEqual({
      status: 200,
      digits: 6,
      mailsLeft: 2,
    });
    expect(await resetCodes()).toBe(0);
    expect((await mailsTo(portal, moved)).at(-1)).toBe('Your Dikshant password cannot be reset yet');
    expect(
      await browser.post(`/api/password-reset/${body.challengeId}/check`, { code: '000000' }),
    ).toMatchObject({ body: { code: 'auth.wrong_code' } });
  });

  test('a reset that was begun before is over', async () => {
    const browser = new Browser(portal);
    const { body } = await browser.post('/api/password-reset', { email: victim.email });
    const code = await newestCode(portal.services, victim.email);
    const checked = await browser.post(`/api/password-reset/${body.challengeId}/check`, { code });
    await move();
    const chosen = 'eleven copper kettles in a row';
    expect(
      await browser.post('/api/password-reset/complete', {
        resetToken: checked.body.resetToken,
        password: chosen,
        confirmation: chosen,
      }),
    ).toMatchObject({ body: { code: 'auth.challenge_over' } });
  });

  test('the database itself takes no reset of that account', async () => {
    await move();
    await expect(
      portal.services.db
        .insertInto('code_challenges')
        .values({
          id: crypto.randomUUID(),
          purpose: 'password_reset',
          staff_id: victim.id,
          digits: 6,
          code_hash: '0'.repeat(64),
          expires_at: new Date(Date.now() + 60_000),
        })
        .execute(),
    ).rejects.toThrow('the address of this account was changed less than a day ago');
  });

  test('a day later a reset is possible again', async () => {
    await move();
    await portal.services.db
      .updateTable('staff')
      .set({ email_changed_at: sql`now() - interval '24 hours 1 minute'` })
      .where('id', '=', victim.id)
      .execute();
    await askForReset();
    expect(await resetCodes()).toBe(1);
    expect((await act(victim, 'confirm-email')).body.code).toBe('staff.email_not_held');
  });

  test('another admin confirms it, and nobody else does', async () => {
    const registrar = await addPerson(portal, { role: 'admin' });
    const second = new Browser(portal);
    await second.signIn(registrar);
    expect((await act(victim, 'confirm-email', second)).body.code).toBe('staff.email_not_held');
    await move();
    expect((await act(victim, 'confirm-email')).body.code).toBe('staff.own_email_change');
    const before = { status: 'active', version: (await look(victim)).version };
    expect(
      await second.post(`/api/staff/${victim.id}/confirm-email`, { version: before.version - 1 }),
    ).toMatchObject({ body: { code: 'records.stale' } });
    expect(await act(victim, 'confirm-email', second)).toMatchObject({ status: 200 });
    expect(await look(victim)).toMatchObject({ emailHold: null });
    await askForReset();
    expect(await resetCodes()).toBe(1);
    expect((await eventsOf(portal, victim)).map(({ event }) => event)).toContain('staff.email_confirmed');
    // A further change is held anew.
    moved = { ...moved, email: `again.${unique()}@dikshant.example` };
    await move();
    await askForReset();
    expect(await resetCodes()).toBe(0);
  });

  test('one’s own address is confirmed by neither oneself nor, in the database, by who changed it', async () => {
    const registrar = await addPerson(portal, { role: 'admin' });
    const second = new Browser(portal);
    await second.signIn(registrar);
    expect(await moveTo(`reg.${unique()}@dikshant.example`, registrar)).toMatchObject({ status: 200 });
    await second.signIn({ ...registrar, email: (await look(registrar)).email });
    expect((await act(registrar, 'confirm-email', second)).body.code).toBe('staff.own_account');
    for (const email_confirmed_by of [registrar.id, admin.id])
      await expect(
        portal.services.db
          .updateTable('staff')
          .set({ email_confirmed_by, email_confirmed_at: new Date() })
          .where('id', '=', registrar.id)
          .execute(),
      ).rejects.toThrow('staff__email_confirmed_by_another');
  });

  test('no initial password is mailed to somebody who has signed in', async () => {
    const started = await addPerson(portal, { role: 'auditor', passwordIsInitial: true });
    await new Browser(portal).signIn(started);
    const untouched = await addPerson(portal, { role: 'auditor', passwordIsInitial: true });
    for (const person of [started, untouched])
      expect(await moveTo(`moved.${unique()}@dikshant.example`, person)).toMatchObject({ status: 200 });
    expect((await act(started, 'resend-password')).body.code).toBe('staff.email_held');
    expect(await act(untouched, 'resend-password')).toMatchObject({ status: 200 });
  });

  test('who changes their own goes on working here, and nowhere else', async () => {
    const elsewhere = new Browser(portal);
    await elsewhere.signIn(admin);
    expect(await moveTo(`own.${unique()}@dikshant.example`, admin)).toMatchObject({ status: 200 });
    expect(await desk.session()).toMatchObject({ staffId: admin.id });
    expect(await elsewhere.session()).toBeNull();
  });
});

describe('ending somebody’s sessions', () => {
  test('signs them out everywhere and leaves the account as it is', async () => {
    const person = await addPerson(portal);
    const browsers = [new Browser(portal), new Browser(portal)];
    for (const browser of browsers) await browser.signIn(person);
    expect(await desk.post(`/api/staff/${person.id}/end-sessions`)).toEqual({
      status: 200,
      body: { ended: 2 },
    });
    for (const browser of browsers) expect(await browser.session()).toBeNull();
    expect((await eventsOf(portal, person)).at(-1)).toMatchObject({
      event: 'staff.sessions_ended',
      after: { ended: 2 },
    });
    expect((await desk.post(`/api/staff/${person.id}/end-sessions`)).body.code).toBe('staff.not_signed_in');
    expect(await browsers[0]!.signIn(person)).toMatchObject({ status: 200 });
  });

  test('is not done to oneself, and by admins only', async () => {
    expect((await desk.post(`/api/staff/${admin.id}/end-sessions`)).body.code).toBe('staff.own_account');
    expect((await desk.post(`/api/staff/${crypto.randomUUID()}/end-sessions`)).body.code).toBe(
      'staff.not_found',
    );
    const auditor = await addPerson(portal, { role: 'auditor' });
    const browser = new Browser(portal);
    await browser.signIn(auditor, { password });
    expect((await browser.post(`/api/staff/${admin.id}/end-sessions`)).body.code).toBe('auth.not_permitted');
  });
});

test('losing the authenticator app by an edit ends the sessions, as a reset does', async () => {
  const person = await addPerson(portal, { role: 'auditor' });
  const browser = new Browser(portal);
  await browser.signIn(person);
  await browser.enrol();
  const { name, email, version } = await look(person);
  const edit = { name, email, code: 'ALL', version, secondFactor: 'email_code' };
  expect(await desk.post(`/api/staff/${person.id}/edit`, edit)).toMatchObject({ status: 200 });
  expect(await browser.session()).toBeNull();
});
