import { publicCommand } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { domainError, isRefusal } from '#platform/server/domain-error.ts';
import { type BrowserAtSignIn, browserOf, finishSignIn, writeSignInResponse } from '../finish-sign-in.ts';
import { deviceTokenOf, findKnownDevice } from '../known-devices.ts';
import { networkOf } from '../networks.ts';
import { findPersonByEmail, lockPerson } from '../people.ts';
import { type Identity, identityIn, providerOf } from '../provider.ts';
import { endAttempt, secretOf } from '../sign-on-attempts.ts';
import { isLocked } from '../wrong-codes.ts';
import { issueSignInChallenge } from './start-sign-in.ts';

/**
 * Finds the account with the provider's verified address and the chosen role. The provider only identifies people; it
 * creates and changes no account. An attempt begun as a confirmation keeps the current session.
 */
export async function completeProviderSignIn(context: RequestContext, { answer }: { answer: string }) {
  const { services, cookies, ip } = context;
  providerOf(services);
  let who: { email: string } | null = null;
  try {
    const state = new URLSearchParams(answer).get('state');
    const isOf = (token: string) => state === secretOf(services, token, 'state');
    const attempt = await endAttempt(services.db, cookies, 'provider', isOf);
    if (!attempt) throw domainError('auth.sign_on_over');
    const { token, role, confirms } = attempt;
    const identity = await identityIn(services, { answer, token, isConfirmation: confirms });
    who = { email: identity.email };
    const person = await findPersonByEmail(services.db, identity.email);
    // The provider vouches for the address as it is written, not for another one that looks the same.
    const isTheirs = person?.email.toLowerCase() === identity.email.toLowerCase();
    if (!person || !isTheirs || person.role !== role || person.disabled_at !== null)
      throw domainError('auth.no_account');
    if (person.has_held_reset) throw domainError('auth.email_held');
    const knownDeviceId = await findKnownDevice(services.db, deviceTokenOf(cookies), person.email);
    if (isLocked(person, knownDeviceId)) throw domainError('auth.locked');

    const { email } = person;
    if (!identity.isCodeTrusted) {
      const vouched = { by: 'provider', confirms, provenAt: identity.provenAt } as const;
      const challenge = await issueSignInChallenge(context, { person, knownDeviceId, vouched });
      return { email, challenge, session: null };
    }
    const browser = browserOf(context, confirms);
    const tokens = await signInFromProvider(context, { id: person.id, knownDeviceId, identity, browser });
    return { email, challenge: null, session: await writeSignInResponse(context, tokens) };
  } catch (error) {
    if (isRefusal(error))
      services.accessLog.record({ kind: 'provider_refused', who, network: networkOf(ip) });
    throw error;
  }
}

type ProviderSignIn = {
  id: string;
  knownDeviceId: string | null;
  identity: Identity;
  browser: BrowserAtSignIn;
};

const signInFromProvider = publicCommand(
  async (transaction, { id, knownDeviceId, identity, browser }: ProviderSignIn) => {
    const person = await lockPerson(transaction.db, id);
    if (person.disabled_at !== null) throw domainError('auth.no_account');
    if (person.has_held_reset) throw domainError('auth.email_held');
    if (isLocked(person, knownDeviceId)) throw domainError('auth.locked');
    return finishSignIn(transaction, person, {
      by: 'provider',
      knownDeviceId,
      browser,
      provenAt: identity.provenAt,
    });
  },
);
