import { expect } from 'vitest';
import { PasskeyAuthenticator } from '#dev/testing/passkey-authenticator.ts';
import type { Portal } from '#dev/testing/portal.ts';
import { Browser, type Person, signedInPerson } from './browser.testing.ts';

export const origin = 'http://localhost:3000';

/** The settings of a portal that has passkeys. */
export const passkeySettings = { PASSKEYS: 'true', PUBLIC_URL: origin, TRUST_PROXY: 'loopback' };

/** People with passkeys, at this portal. */
export function atAuthenticator(portal: Portal) {
  /** Somebody who is signed in and added a passkey. */
  async function personWithPasskey() {
    const { person, browser } = await signedInPerson(portal);
    const authenticator = new PasskeyAuthenticator(origin);
    expect((await add(browser, authenticator)).status).toBe(200);
    return { person, browser, authenticator };
  }

  async function add(browser: Browser, authenticator: PasskeyAuthenticator, doing = {}) {
    const { body } = await browser.post('/api/account/passkeys/start');
    return browser.post('/api/account/passkeys', { answer: authenticator.make(body.options, doing) });
  }

  async function optionsFor(browser: Browser, person: Person) {
    return (await browser.post('/api/sign-on/passkey', { role: person.role })).body.options;
  }

  async function signIn(browser: Browser, person: Person, authenticator: PasskeyAuthenticator, doing = {}) {
    const answer = authenticator.sign(await optionsFor(browser, person), doing);
    return browser.post('/api/sign-on/passkey/complete', { answer });
  }

  async function expectRefused(
    person: Person,
    authenticator: PasskeyAuthenticator,
    { code = 'auth.passkey_refused', ...doing }: { code?: string; isVerified?: boolean } & object = {},
  ) {
    const browser = new Browser(portal);
    expect((await signIn(browser, person, authenticator, doing)).body.code).toBe(code);
    expect(await browser.session()).toBeNull();
  }
  return { personWithPasskey, add, optionsFor, signIn, expectRefused };
}
