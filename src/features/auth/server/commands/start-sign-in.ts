import { publicCommand } from '#platform/server/command.ts';
import type { RequestContext, Services } from '#platform/server/context.ts';
import { readKey } from '#platform/server/db/identity.ts';
import { domainError, isRefusal } from '#platform/server/domain-error.ts';
import type { Role } from '#shared/roles.ts';
import type { Challenge } from '../../contract.ts';
import { findSecondFactor } from '../authenticators.ts';
import { issueAuthenticatorChallenge, issueMailedChallenge, type VerifiedFactor } from '../challenges.ts';
import { deviceTokenOf, findKnownDevice } from '../known-devices.ts';
import { networkOf } from '../networks.ts';
import { assertPasswordsInUse } from '../own-password.ts';
import { verifyPassword } from '../passwords.ts';
import { type Addressee, findPersonByEmail } from '../people.ts';
import { consume, limits, throttled } from '../throttle.ts';
import { isLocked } from '../wrong-codes.ts';

type Credentials = { role: Role; email: string; password: string };

/**
 * Checks role, Email Id and password and asks for a code, mailed unless the person's app generates it. Here, whoever
 * has the password learns that the account is locked: the code screen would reveal as much, and this saves a mail.
 */
export async function startSignIn(context: RequestContext, input: Credentials): Promise<Challenge> {
  const { services } = context;
  assertPasswordsInUse(services);
  const network = networkOf(context.ip);
  const knownDeviceId = await findKnownDevice(services.db, deviceTokenOf(context.cookies), input.email);
  const person = await throttled(
    services,
    [
      [limits.passwordsByNetwork, knownDeviceId ?? network],
      [limits.passwordsByAddress, `${await readKey(services.db, input.email)}|${knownDeviceId}`],
    ],
    'auth.wrong_credentials',
    () => checkCredentials(services, input),
  ).catch((error: unknown) => {
    if (isRefusal(error))
      services.accessLog.record({ kind: 'sign_in_failed', who: { email: input.email }, network });
    throw error;
  });
  if (isLocked(person, knownDeviceId)) throw domainError('auth.locked');
  if (person.has_dead_password) throw domainError('auth.initial_password_expired');
  return issueSignInChallenge(context, { person, knownDeviceId, vouched: { by: 'password' } });
}

/**
 * Unknown address, wrong password, wrong role and disabled account give the same answer, with the chosen role, after verifying one hash each.
 */
async function checkCredentials({ db }: Services, { email, password, role }: Credentials) {
  const person = await findPersonByEmail(db, email);
  const isRight = await verifyPassword(person?.password_hash ?? null, password);
  if (!person || !isRight || person.role !== role || person.disabled_at !== null)
    throw domainError('auth.wrong_credentials', { role });
  return person;
}

/** Issues the challenge for the code that follows. */
export const issueSignInChallenge = publicCommand(
  async (
    transaction,
    input: {
      person: Addressee & { second_factor: string };
      knownDeviceId: string | null;
      vouched: VerifiedFactor;
    },
  ) => {
    const { db, services } = transaction;
    // Counted in the same transaction as the challenge: a server fault must not use up the person's sign-ins.
    await consume(services, [limits.signInsByPerson, `${input.person.id}|${input.knownDeviceId}`], db);
    return (await findSecondFactor(db, input.person)) === 'authenticator'
      ? issueAuthenticatorChallenge(transaction, input)
      : issueMailedChallenge(transaction, { purpose: 'sign_in', ...input });
  },
);
