import { describe, expect, test } from 'vitest';
import { PasskeyAuthenticator } from '#dev/testing/passkey-authenticator.ts';
import { filePortal, newestCode } from '#dev/testing/portal.ts';
import {
  addPerson,
  Browser,
  enrolledPerson,
  eventsOf,
  mailsTo,
  type Person,
  password,
} from './browser.testing.ts';
import { atAuthenticator, origin, passkeySettings } from './passkeys.testing.ts';

const portal = await filePortal({ env: passkeySettings });
const { personWithPasskey, add, expectRefused } = atAuthenticator(portal);

async function adminBrowser(): Promise<Browser> {
  const browser = new Browser(portal);
  await browser.signIn(await addPerson(portal, { role: 'admin' }));
  return browser;
}

const staff = (person: Person, values: object) =>
  portal.services.db.updateTable('staff').set(values).where('id', '=', person.id).execute();

describe('a passkey is removed', () => {
  const chosen = {
    password: 'eleven copper kettles in a row',
    confirmation: 'eleven copper kettles in a row',
  };

  async function expectRemovedWithPassword(person: Person, authenticator: PasskeyAuthenticator) {
    await expectRefused(person, authenticator);
    const events = (await eventsOf(portal, person)).map(({ event }) => event);
    expect(events).toContain('auth.passkey_removed');
    const mails = await portal.services.db
      .selectFrom('outbox')
      .select('body')
      .where('recipient', '=', person.email)
      .where('subject', '=', 'Your Dikshant password was changed')
      .execute();
    expect(mails.at(-1)!.body).toContain('Your passkeys were removed with it');
  }

  test('with a forgotten password', async () => {
    const { person, authenticator } = await personWithPasskey();
    const stranger = new Browser(portal);
    const { body } = await stranger.post('/api/password-reset', { email: person.email });
    const code = await newestCode(portal.services, person.email);
    const checked = await stranger.post(`/api/password-reset/${body.challengeId}/check`, { code });
    const { resetToken } = checked.body;
    const done = await stranger.post('/api/password-reset/complete', { resetToken, ...chosen });
    expect(done.status).toBe(200);
    await expectRemovedWithPassword(person, authenticator);
  });

  test('with a password that its owner changes', async () => {
    const { person, browser, authenticator } = await personWithPasskey();
    const change = { currentPassword: password, ...chosen };
    expect((await browser.post('/api/account/password', change)).status).toBe(200);
    expect((await browser.session())?.staffId).toBe(person.id);
    await expectRemovedWithPassword(person, authenticator);
  });

  test('with an initial password that an administrator resends', async () => {
    const { person, authenticator } = await personWithPasskey();
    // As of somebody who used the university account before the portal had passwords.
    await staff(person, { password_is_initial: true });
    const admin = await adminBrowser();
    const resent = await admin.post(`/api/staff/${person.id}/resend-password`, { version: 1 });
    expect(resent.status, JSON.stringify(resent.body)).toBe(200);
    await expectRefused(person, authenticator);
  });

  test('by an administrator who resets the authenticator; an app goes with it', async () => {
    const admin = await adminBrowser();
    const { person, browser, authenticator } = await personWithPasskey();
    const { id } = person;
    expect((await admin.get(`/api/staff/${id}`)).body).toMatchObject({
      hasAuthenticator: false,
      hasPasskeys: true,
    });
    const reset = (version: number) => admin.post(`/api/staff/${id}/reset-authenticator`, { version });
    expect((await reset(1)).status).toBe(200);
    expect(await browser.session()).toBeNull();
    expect((await eventsOf(portal, person)).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['auth.passkey_removed', 'staff.authenticator_reset']),
    );
    expect(await mailsTo(portal, person)).toContain('The passkeys of your Dikshant account were removed');
    await expectRefused(person, authenticator);
    expect((await reset(2)).body.code).toBe('staff.no_authenticator');

    const { person: other, browser: own } = await enrolledPerson(portal);
    const device = new PasskeyAuthenticator(origin);
    await add(own, device);
    const { version } = (await admin.get(`/api/staff/${other.id}`)).body;
    const both = await admin.post(`/api/staff/${other.id}/reset-authenticator`, { version });
    expect(both.status).toBe(200);
    await expectRefused(other, device);
  });

  test('when its owner is disabled, and stays away when they are enabled again', async () => {
    const admin = await adminBrowser();
    const { person, authenticator } = await personWithPasskey();
    expect((await admin.post(`/api/staff/${person.id}/disable`, { version: 1 })).status).toBe(200);
    expect((await admin.post(`/api/staff/${person.id}/enable`, { version: 2 })).status).toBe(200);
    await expectRefused(person, authenticator);
    expect((await eventsOf(portal, person)).map(({ event }) => event)).toContain('auth.passkey_removed');
  });
});
