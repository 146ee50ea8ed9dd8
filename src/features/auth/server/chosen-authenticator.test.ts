import { describe, expect, test } from 'vitest';
import { filePortal } from '#dev/testing/portal.ts';
import { command } from '#platform/server/command.ts';
import type { Actor } from '#platform/server/context.ts';
import {
  addPerson,
  Browser,
  enrolledPerson,
  eventsOf,
  mailsTo,
  type Person,
  password,
  signedInPerson,
} from './browser.testing.ts';
import { lockPerson } from './people.ts';
import { removeAuthenticator } from './remove-authenticator.ts';

const portal = await filePortal({ env: { TRUST_PROXY: '127.0.0.1' } });

describe('after a lost phone', () => {
  test('the authenticator is reset: the next code is mailed, and the app is set up anew', async () => {
    const { person, browser, recoveryCodes } = await enrolledPerson(portal);
    const administrator = await portal.as('admin');
    await resetAuthenticator(administrator.actor, person);
    expect(await browser.session()).toMatchObject({ mustEnrolAuthenticator: true });
    expect((await eventsOf(portal, person)).at(-1)).toMatchObject({
      event: 'auth.authenticator_removed',
      actor_id: administrator.actor.id,
    });
    expect((await mailsTo(portal, person)).at(-1)).toBe(
      'The authenticator app of your Dikshant account was removed',
    );

    const next = new Browser(portal);
    const { body } = await next.start(person);
    expect(body).toMatchObject({ factor: 'email_code' });
    expect(await next.recover(body.challengeId, recoveryCodes[0]!)).toMatchObject({ status: 401 });
    expect(await next.signIn(person)).toMatchObject({ body: { mustEnrolAuthenticator: true } });
    await next.enrol();
    expect(await next.session()).toMatchObject({ mustEnrolAuthenticator: false });
  });

  test('a reset of nothing writes nothing', async () => {
    const { person } = await signedInPerson(portal);
    const administrator = await portal.as('admin');
    await expect(resetAuthenticator(administrator.actor, person)).rejects.toThrow('without an audit event');
  });
});

describe('an authenticator that an administrator chose', () => {
  test('is enrolled before anything else, after the own password', async () => {
    const person = await addPerson(portal, {
      role: 'admin',
      passwordIsInitial: true,
      secondFactor: 'authenticator',
    });
    const browser = new Browser(portal);
    expect(await browser.signIn(person)).toMatchObject({
      status: 200,
      body: { mustChangePassword: true, mustEnrolAuthenticator: true },
    });
    expect(await browser.post('/api/account/authenticator', { currentPassword: password })).toMatchObject({
      status: 403,
      body: { code: 'auth.change_password_first' },
    });
    const chosen = 'eleven copper kettles in a row';
    await browser.post('/api/account/password', {
      currentPassword: password,
      password: chosen,
      confirmation: chosen,
    });
    for (const path of ['/api/audit-events', '/api/account/sessions', '/api/account/second-factor']) {
      expect(await browser.get(path)).toMatchObject({
        status: 403,
        body: { code: 'auth.enrol_authenticator_first' },
      });
    }
    await browser.enrol(chosen);
    expect(await browser.session()).toMatchObject({ mustEnrolAuthenticator: false });
    expect(await browser.get('/api/audit-events')).toMatchObject({ status: 200 });
  });

  test('files and changes wait for it as well', async () => {
    const person = await addPerson(portal, { role: 'admin', secondFactor: 'authenticator' });
    const browser = new Browser(portal);
    await browser.signIn(person);
    expect(await browser.get(`/api/files/${person.id}`)).toMatchObject({
      status: 403,
      body: { code: 'auth.enrol_authenticator_first' },
    });
  });
});

/** As a command of the office does it. */
function resetAuthenticator(actor: Actor, person: Person): Promise<object> {
  const reset = command('resetAuthenticator', async (transaction, { id }: { id: string }) => {
    const removed = await removeAuthenticator(transaction, await lockPerson(transaction.db, id));
    return { removed };
  });
  const { services } = portal;
  const noCookies = { read: () => undefined, write: () => {}, clear: () => {} };
  return reset(
    {
      services,
      actor,
      requestId: crypto.randomUUID(),
      ip: '10.9.9.9',
      idempotencyKey: null,
      cookies: noCookies,
      userAgent: '',
    },
    { id: person.id },
  );
}
