import type { OpenidProvider } from '#dev/testing/openid-provider.ts';
import { newestCode, type Portal } from '#dev/testing/portal.ts';
import { Browser, type Person } from './browser.testing.ts';

export type Going = { confirms?: boolean; [claim: string]: unknown };

/** A person at the provider, between the portal's two requests. */
export function atProvider(provider: OpenidProvider, portal: Portal) {
  /** Presses the button, signs in at the provider as this person, and holds what it wrote into the address. */
  async function goToProvider(
    browser: Browser,
    person: Person,
    { confirms = false, ...claims }: Going = {},
  ): Promise<string> {
    provider.account = { email: person.email, email_verified: true, ...claims };
    const { body } = await browser.post('/api/sign-on/provider', { role: person.role, confirms });
    const response = await fetch(body.address, { redirect: 'manual' });
    return new URL(response.headers.get('location')!).search.slice(1);
  }

  function comeBack(browser: Browser, answer: string) {
    return browser.post('/api/sign-on/provider/complete', { answer });
  }

  /** All steps up to the code. */
  async function signInAtProvider(browser: Browser, person: Person, going: Going = {}) {
    return comeBack(browser, await goToProvider(browser, person, going));
  }

  async function signIn(person: Person): Promise<Browser> {
    const browser = new Browser(portal);
    const { body } = await signInAtProvider(browser, person);
    await browser.complete(body.challenge!.challengeId, await newestCode(portal.services, person.email));
    return browser;
  }
  return { goToProvider, comeBack, signInAtProvider, signIn };
}
