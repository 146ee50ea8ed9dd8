import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
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

const portal = await filePortal({ env: { TRUST_PROXY: '127.0.0.1' } });

describe('tries', () => {
  test('five wrong codes use the challenge up; the right one comes too late', async () => {
    const { person, browser, id, code } = await begin();
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      expect(await browser.complete(id, otherThan(code))).toMatchObject({
        status: 401,
        body: { code: 'auth.wrong_code', data: { triesLeft } },
      });
    }
    expect(await browser.complete(id, code)).toMatchObject({
      status: 410,
      body: { code: 'auth.challenge_over' },
    });
    expect(await browser.session()).toBeNull();
    // Whoever guesses is a stranger, who never writes to the chain.
    expect(await eventsOf(portal, person)).toEqual([]);
    expect(await accessOf(portal, person)).toMatchObject([{ kind: 'code_refused', count: 5 }]);
  });

  test('twenty guesses at once spend exactly five', async () => {
    const { person, browser, id, code } = await begin();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => browser.complete(id, otherThan(code))),
    );
    const left = answers
      .filter((answer) => answer.status === 401)
      .map((answer) => answer.body.data.triesLeft);
    expect(left.sort()).toEqual([0, 1, 2, 3, 4]);
    expect(answers.filter((answer) => answer.body.code === 'auth.challenge_over')).toHaveLength(15);
    expect(await countWrong(person)).toBe(5);
  });

  test('one right code among many at once opens one session', async () => {
    const { person, browser, id, code } = await begin();
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.complete(id, code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const sessions = await portal.services.db
      .selectFrom('sessions')
      .select('staff_id')
      .where('staff_id', '=', person.id)
      .execute();
    expect(sessions).toHaveLength(1);
  });

  test('an expired challenge is over, for the code and for a new one', async () => {
    const { browser, id, code } = await begin();
    await changeChallenge(id, { expires_at: sql`now() - interval '1 second'` });
    for (const answer of [await browser.complete(id, code), await resend(browser, id)]) {
      expect(answer).toMatchObject({ status: 410, body: { code: 'auth.challenge_over' } });
    }
  });

  test('a challenge that never was is over too', async () => {
    const answer = await new Browser(portal).complete('0192f0a0-0000-7000-8000-000000000000', '1234');
    expect(answer).toMatchObject({ status: 410 });
  });

  test('the owner is told of the second wrong code, not of one mistyped digit', async () => {
    const { person, browser, id, code } = await begin();
    await browser.complete(id, otherThan(code));
    expect(await mailsTo(portal, person)).toEqual(['Your code to sign in to Dikshant']);
    for (let tried = 0; tried < 2; tried += 1) await browser.complete(id, otherThan(code));
    expect(await mailsTo(portal, person)).toEqual([
      'Your code to sign in to Dikshant',
      'A wrong code was typed for your Dikshant account',
    ]);
  });
});

describe('a new code', () => {
  test('waits 30 seconds, kills the old one and leaves the tries as they are', async () => {
    const { person, browser, id, code } = await begin();
    await browser.complete(id, otherThan(code));
    await browser.complete(id, otherThan(code));
    const early = await resend(browser, id);
    expect(early).toMatchObject({ status: 429, body: { code: 'auth.resend_too_soon' } });
    expect(early.body.data.retryAfterSeconds).toBeGreaterThan(25);

    await waitIsOver(id);
    expect(await resend(browser, id)).toMatchObject({
      status: 200,
      body: { challengeId: id, resendAfterSeconds: 30, mailsLeft: 1 },
    });
    const fresh = await newestCode(portal.services, person.email);
    const stale = fresh === code ? otherThan(code) : code;
    expect(await browser.complete(id, stale)).toMatchObject({ body: { data: { triesLeft: 2 } } });
    expect(await browser.complete(id, fresh)).toMatchObject({ status: 200 });
  });

  test('comes twice at most', async () => {
    const { browser, id } = await begin();
    for (const mailsLeft of [1, 0]) {
      await waitIsOver(id);
      expect(await resend(browser, id)).toMatchObject({ body: { mailsLeft } });
    }
    await waitIsOver(id);
    expect(await resend(browser, id)).toMatchObject({ status: 429, body: { code: 'auth.no_mails_left' } });
  });

  test('is mailed once for two clicks at once', async () => {
    const { person, browser, id } = await begin();
    await waitIsOver(id);
    const answers = await Promise.all([resend(browser, id), resend(browser, id)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 429]);
    expect(await mailsTo(portal, person)).toHaveLength(2);
  });

  test('does not revive a challenge without tries', async () => {
    const { browser, id, code } = await begin();
    for (let tried = 0; tried < 5; tried += 1) await browser.complete(id, otherThan(code));
    await waitIsOver(id);
    expect(await resend(browser, id)).toMatchObject({ status: 410 });
  });
});

describe('the lock', () => {
  test('comes with the twentieth wrong code of strangers, right codes between them or not', async () => {
    const person = await addPerson(portal);
    await addWrongCodes(person, { count: 18, knownDeviceId: null });
    const first = await begin(person);
    expect(await first.browser.complete(first.id, otherThan(first.code))).toMatchObject({ status: 401 });
    expect(await first.browser.complete(first.id, first.code)).toMatchObject({ status: 200 });

    const second = await begin(person);
    const last = await second.browser.complete(second.id, otherThan(second.code));
    expect(last).toMatchObject({ status: 423, body: { code: 'auth.locked' } });
    expect(await second.browser.complete(second.id, second.code)).toMatchObject({ status: 423 });
    expect(await new Browser(portal).start(person)).toMatchObject({ status: 423 });
    expect((await eventsOf(portal, person)).at(-1)).toMatchObject({
      event: 'auth.locked',
      actor_name: 'nobody',
      after: { lockedFor: 'strangers' },
    });
    expect(await mailsTo(portal, person)).toContain('Your Dikshant account is locked for new devices');

    // The clerk at the usual desk works on and may sign in again.
    expect(await first.browser.session()).not.toBeNull();
    expect(await first.browser.signIn(person)).toMatchObject({ status: 200 });
  });

  test('many challenges guessed at once give no more than twenty guesses', async () => {
    const person = await addPerson(portal);
    const begun = [];
    for (let count = 0; count < 6; count += 1) begun.push(await begin(person));
    const answers = await Promise.all(
      begun.flatMap(({ browser, id, code }) =>
        Array.from({ length: 5 }, () => browser.complete(id, otherThan(code))),
      ),
    );
    expect(answers.filter((answer) => answer.body.code === 'auth.wrong_code')).toHaveLength(19);
    expect(answers.filter((answer) => answer.body.code === 'auth.locked')).toHaveLength(11);
    expect(await countWrong(person)).toBe(20);
  });

  test('wrong codes of more than 30 days ago do not count', async () => {
    const person = await addPerson(portal);
    await addWrongCodes(person, { count: 19, knownDeviceId: null });
    await portal.services.db
      .updateTable('wrong_codes')
      .set({ at: sql`now() - interval '31 days'` })
      .where('staff_id', '=', person.id)
      .execute();
    const { browser, id, code } = await begin(person);
    expect(await browser.complete(id, otherThan(code))).toMatchObject({ status: 401 });
  });

  test('a known device counts in its own bucket; when that is full, the whole account is locked', async () => {
    const person = await addPerson(portal);
    const own = new Browser(portal);
    await own.signIn(person);
    const device = await portal.services.db
      .selectFrom('known_devices')
      .select('id')
      .where('staff_id', '=', person.id)
      .executeTakeFirstOrThrow();
    await addWrongCodes(person, { count: 19, knownDeviceId: device.id });
    const stranger = await begin(person);
    expect(await stranger.browser.complete(stranger.id, otherThan(stranger.code))).toMatchObject({
      status: 401,
    });

    const { id, code } = await begin(person, own);
    expect(await own.complete(id, otherThan(code))).toMatchObject({ status: 423 });
    expect(await own.session()).toBeNull();
    expect(await own.start(person)).toMatchObject({ status: 423 });
    expect((await eventsOf(portal, person)).at(-1)).toMatchObject({ after: { lockedFor: 'all' } });
  });

  test('a device cookie is worth nothing for another account, nor when it was made up', async () => {
    const own = new Browser(portal);
    await own.signIn(await addPerson(portal));
    const other = await addPerson(portal);
    await portal.services.db
      .updateTable('staff')
      .set({ unknown_device_locked_at: sql`now()` })
      .where('id', '=', other.id)
      .execute();
    expect(await own.start(other)).toMatchObject({ status: 423 });

    const forger = new Browser(portal);
    forger.cookies.set('device', 'chosen-by-the-thief');
    await forger.signIn(await addPerson(portal));
    expect(forger.cookies.get('device')).not.toBe('chosen-by-the-thief');
  });
});

async function begin(given?: Person, browser = new Browser(portal)) {
  const person = given ?? (await addPerson(portal));
  const { body } = await browser.start(person);
  const code = await newestCode(portal.services, person.email);
  return { person, browser, id: body.challengeId as string, code };
}

function resend(browser: Browser, id: string) {
  return browser.post(`/api/sign-in/${id}/resend`);
}

async function waitIsOver(id: string): Promise<void> {
  await changeChallenge(id, { mailed_at: sql`now() - interval '31 seconds'` });
}

async function changeChallenge(id: string, changes: object): Promise<void> {
  await portal.services.db.updateTable('code_challenges').set(changes).where('id', '=', id).execute();
}

async function addWrongCodes(
  person: Person,
  { count, knownDeviceId }: { count: number; knownDeviceId: string | null },
): Promise<void> {
  await sql`
    insert into wrong_codes (id, staff_id, known_device_id)
    select gen_random_uuid(), ${person.id}, ${knownDeviceId}::uuid from generate_series(1, ${count}::int)
  `.execute(portal.services.db as never);
}

async function countWrong(person: Person): Promise<number> {
  const rows = await portal.services.db
    .selectFrom('wrong_codes')
    .select('id')
    .where('staff_id', '=', person.id)
    .execute();
  return rows.length;
}
