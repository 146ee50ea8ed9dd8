import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newestCode, newestMail, startPortal } from '#dev/testing/portal.ts';
import {
  addPerson,
  Browser,
  enrolledPerson,
  eventsOf,
  mailsTo,
  type Person,
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

describe('signing in', () => {
  test('with the code of the app: no mail goes out, and none can be asked for', async () => {
    const { person, app } = await enrolledPerson(portal);
    const mailsBefore = await mailsTo(portal, person);
    const browser = new Browser(portal);
    const { status, body } = await browser.start(person);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { factor: 'authenticator', digits: 6, mailsLeft: 0 },
    });
    expect(await browser.post(`/api/sign-in/${body.challengeId}/resend`)).toMatchObject({ status: 410 });
    expect(await browser.complete(body.challengeId, app.code(1))).toMatchObject({
      status: 200,
      body: { staffId: person.id, mustEnrolAuthenticator: false },
    });
    expect(await mailsTo(portal, person)).toEqual(mailsBefore);
  });

  test.each([-2, 2])('a code %i steps away is refused', async (steps) => {
    const { person, app } = await enrolledPerson(portal);
    vi.setSystemTime(Date.now() + 90_000);
    const { body } = await new Browser(portal).start(person);
    expect(await new Browser(portal).complete(body.challengeId, app.code(steps))).toMatchObject({
      status: 401,
    });
  });

  test.each([-1, 0, 1])('a code %i steps away is taken', async (steps) => {
    const { person, app } = await enrolledPerson(portal);
    vi.setSystemTime(Date.now() + 90_000);
    const { body } = await new Browser(portal).start(person);
    expect(await new Browser(portal).complete(body.challengeId, app.code(steps))).toMatchObject({
      status: 200,
    });
  });

  test('no step is accepted twice: not the one of the enrolment, not a used one, not one before it', async () => {
    const { person, app } = await enrolledPerson(portal);
    const replay = await begin(person);
    expect(await replay.browser.complete(replay.id, app.code())).toMatchObject({ status: 401 });
    expect(await replay.browser.complete(replay.id, app.code(1))).toMatchObject({ status: 200 });
    const again = await begin(person);
    for (const steps of [1, 0, -1]) {
      expect(await again.browser.complete(again.id, app.code(steps))).toMatchObject({
        status: 401,
        body: { code: 'auth.wrong_code' },
      });
    }
    vi.setSystemTime(Date.now() + 60_000);
    expect(await again.browser.complete(again.id, app.code())).toMatchObject({ status: 200 });
  });

  test('the same code at once, in one challenge or in several, opens one session', async () => {
    const { person, app } = await enrolledPerson(portal);
    const begun = [];
    for (let count = 0; count < 4; count += 1) begun.push(await begin(person));
    const answers = await Promise.all(
      begun.flatMap(({ browser, id }) => [
        browser.complete(id, app.code(1)),
        browser.complete(id, app.code(1)),
      ]),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('five wrong codes use the challenge up, and twenty lock the account', async () => {
    const { person, app } = await enrolledPerson(portal);
    const { browser, id } = await begin(person);
    const wrong = '000000' === app.code(1) ? '111111' : '000000';
    const guesses = await Promise.all(Array.from({ length: 12 }, () => browser.complete(id, wrong)));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(await browser.complete(id, app.code(1))).toMatchObject({ status: 410 });
    expect(await mailsTo(portal, person)).toContain('A wrong code was typed for your Dikshant account');

    const others = [];
    for (let count = 0; count < 4; count += 1) others.push(await begin(person));
    const answers = await Promise.all(
      others.flatMap((one) =>
        Array.from({ length: 5 }, (_, guess) =>
          guess % 2 ? one.browser.complete(one.id, wrong) : one.browser.recover(one.id, 'AAAAA-AAAAA'),
        ),
      ),
    );
    expect(answers.filter(({ body }) => body.code === 'auth.wrong_code')).toHaveLength(14);
    expect(answers.filter(({ body }) => body.code === 'auth.locked')).toHaveLength(6);
    expect((await eventsOf(portal, person)).map(({ event }) => event)).toContain('auth.locked');
    expect(await new Browser(portal).start(person)).toMatchObject({ status: 423 });
  });

  test('a code that was mailed before the enrolment is over with it', async () => {
    const { person, browser } = await signedInPerson(portal);
    const before = await begin(person);
    const code = await newestCode(portal.services, person.email);
    await browser.enrol();
    expect(await before.browser.complete(before.id, code)).toMatchObject({
      status: 410,
      body: { code: 'auth.challenge_over' },
    });
  });
});

describe('a recovery code', () => {
  test('signs in once, however it is spelt, and its owner is told how many are left', async () => {
    const { person, recoveryCodes } = await enrolledPerson(portal);
    const code = recoveryCodes[3]!;
    const first = await begin(person);
    const written = ` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect(await first.browser.recover(first.id, written)).toMatchObject({
      status: 200,
      body: { staffId: person.id },
    });
    expect(await secondFactor(first.browser)).toMatchObject({ recoveryCodesLeft: 9 });
    expect((await newestMail(portal.services, person.email)).body).toContain('9 recovery codes are left');
    expect(await eventsOf(portal, person)).toContainEqual(
      expect.objectContaining({ event: 'auth.recovery_code_used', after: { left: 9 } }),
    );

    const second = await begin(person);
    expect(await second.browser.recover(second.id, code)).toMatchObject({
      status: 401,
      body: { code: 'auth.wrong_code', data: { triesLeft: 4 } },
    });
  });

  test('of two who type it at once, one signs in', async () => {
    const { person, recoveryCodes } = await enrolledPerson(portal);
    const begun = await Promise.all([begin(person), begin(person), begin(person)]);
    const answers = await Promise.all(begun.map(({ browser, id }) => browser.recover(id, recoveryCodes[0]!)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  test('is worth nothing for another person, nor where codes are mailed', async () => {
    const { recoveryCodes } = await enrolledPerson(portal);
    const other = await enrolledPerson(portal);
    const { browser, id } = await begin(other.person);
    expect(await browser.recover(id, recoveryCodes[0]!)).toMatchObject({ status: 401 });
    const mailed = await begin(await addPerson(portal));
    expect(await mailed.browser.recover(mailed.id, recoveryCodes[0]!)).toMatchObject({
      status: 401,
      body: { code: 'auth.wrong_code' },
    });
  });

  test('of an older set is dead once there is a new one', async () => {
    const { person, browser, app, recoveryCodes } = await enrolledPerson(portal);
    const made = await browser.post('/api/account/recovery-codes', proof(app.code(1)));
    expect(made.body.recoveryCodes).toHaveLength(10);
    expect((await eventsOf(portal, person)).at(-1)).toMatchObject({ event: 'auth.recovery_codes_made' });
    expect((await mailsTo(portal, person)).at(-1)).toBe('New recovery codes for your Dikshant account');
    const { browser: stranger, id } = await begin(person);
    expect(await stranger.recover(id, recoveryCodes[0]!)).toMatchObject({ status: 401 });
    expect(await stranger.recover(id, made.body.recoveryCodes[0]!)).toMatchObject({ status: 200 });
  });
});

async function begin(person: Person) {
  const browser = new Browser(portal);
  const { body } = await browser.start(person);
  return { browser, id: body.challengeId as string };
}
