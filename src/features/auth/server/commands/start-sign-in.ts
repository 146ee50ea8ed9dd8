import { publicCommand } from '#server/command.ts';
import type { RequestContext } from '#server/context.ts';
import { refusal } from '#server/refusal.ts';
import type { Role } from '#shared/roles.ts';
import type { Challenge } from '../../contract.ts';
import { findSecondFactor } from '../authenticators.ts';
import { issueAuthenticatorChallenge, issueMailedChallenge } from '../challenges.ts';
import { deviceTokenOf, findKnownDevice } from '../known-devices.ts';
import { verifyPassword } from '../passwords.ts';
import { type Addressee, findPersonByEmail } from '../people.ts';
import { limits, networkOf, refund, spend } from '../throttle.ts';
import { isLocked } from '../wrong-codes.ts';

/**
 * Checks role, Email Id and password and asks for a code: it mails one, unless the person's app makes it. Unknown address, wrong password, wrong role and disabled account
 * answer alike and verify one hash each. Whoever has the password learns that the account is locked here: the code screen
 * would tell them as much about the password, and a mail less is sent.
 */
export async function startSignIn(
  context: RequestContext,
  input: { role: Role; email: string; password: string },
): Promise<Challenge> {
  const { services } = context;
  const network = networkOf(context.ip);
  const recordFailure = () =>
    services.accessLog.record({ kind: 'sign_in_failed', who: { email: input.email }, network });
  const knownDeviceId = await findKnownDevice(services.db, deviceTokenOf(context.cookies), input.email);
  const throttles = [
    [limits.passwordsByNetwork, network],
    [limits.passwordsByAddress, `${input.email.toLowerCase()}|${knownDeviceId ?? 'stranger'}`],
  ] as const;
  try {
    for (const [limit, subject] of throttles) await spend(services, limit, subject);
  } catch (error) {
    recordFailure();
    throw error;
  }

  const person = await findPersonByEmail(services.db, input.email);
  const isRight = await verifyPassword(person?.password_hash ?? null, input.password);
  if (!person || !isRight || person.role !== input.role || person.disabled_at !== null) {
    recordFailure();
    throw refusal('auth.wrong_credentials');
  }
  for (const [limit, subject] of throttles) await refund(services, limit, subject);

  if (isLocked(person, knownDeviceId)) throw refusal('auth.locked');
  if (person.has_dead_password) throw refusal('auth.initial_password_expired');
  await spend(services, limits.signInsByPerson, person.id);
  return issueSignInChallenge(context, { person, knownDeviceId });
}

const issueSignInChallenge = publicCommand(
  async (
    transaction,
    input: { person: Addressee & { second_factor: string }; knownDeviceId: string | null },
  ) =>
    (await findSecondFactor(transaction.db, input.person)) === 'authenticator'
      ? issueAuthenticatorChallenge(transaction, input)
      : issueMailedChallenge(transaction, { purpose: 'sign_in', ...input }),
);
