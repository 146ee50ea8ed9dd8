import { expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { filePortal, newestCode } from '#dev/testing/portal.ts';
import { addPerson, Browser, mailsTo, otherThan, password } from './browser.testing.ts';

const portal = await filePortal({ env: { TRUST_PROXY: '127.0.0.1' } });

test('a wrong chip, password or Email Id says the same: it may be the chip, and which', async () => {
  const { email } = await addPerson(portal, { role: 'receiver' });
  const { startSignIn } = portal.anonymous.api.auth;
  const attempts = [
    { role: 'printer', email, password },
    { role: 'printer', email, password: 'another long password' },
    { role: 'printer', email: 'nobody@dikshant.example', password },
  ] as const;
  for (const attempt of attempts) {
    const refusal = await expectDomainError(startSignIn(attempt), 'auth.wrong_credentials');
    expect(refusal.message).toBe('The Email Id or password is wrong, or the role is not Printer.');
  }
});

test('one mistyped digit alarms nobody; codes guessed to the end do', async () => {
  const person = await addPerson(portal);
  const browser = new Browser(portal);
  const { body } = await browser.start(person);
  const code = await newestCode(portal.services, person.email);
  const before = await mailsTo(portal, person);
  await browser.complete(body.challengeId, otherThan(code));
  expect(await mailsTo(portal, person)).toEqual(before);
  expect(await browser.complete(body.challengeId, code)).toMatchObject({ status: 200 });

  const guessed = await addPerson(portal);
  const stranger = new Browser(portal);
  const challenge = await stranger.start(guessed);
  const wrong = otherThan(await newestCode(portal.services, guessed.email));
  const sent = (await mailsTo(portal, guessed)).length;
  for (let tries = 0; tries < 5; tries += 1) await stranger.complete(challenge.body.challengeId, wrong);
  expect((await mailsTo(portal, guessed)).length).toBeGreaterThan(sent);
});

test('codes guessed one in each sign-in alarm as well', async () => {
  const person = await addPerson(portal);
  const guess = async () => {
    const browser = new Browser(portal);
    const { body } = await browser.start(person);
    await browser.complete(body.challengeId, otherThan(await newestCode(portal.services, person.email)));
  };
  const warned = async () =>
    (await mailsTo(portal, person)).filter((subject) => subject.startsWith('A wrong code')).length;
  await guess();
  expect(await warned()).toBe(0);
  await guess();
  expect(await warned()).toBe(1);
});
