import { command } from '#platform/server/command.ts';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { isEnrolled, storeNewSecret } from '../authenticators.ts';
import { assertOwnPassword } from '../own-password.ts';
import { lockPerson, recordOfPerson } from '../people.ts';
import { describeSecret } from '../time-codes.ts';

/** Creates a secret for an authenticator app and shows it; it takes effect once one of its codes is entered. */
export async function startAuthenticator(
  context: RequestContext,
  { currentPassword }: { currentPassword?: string | undefined },
): Promise<{ secret: string; uri: string }> {
  if (actorOf(context).mustChangePassword) throw domainError('auth.change_password_first');
  await assertOwnPassword(context, currentPassword);
  // No idempotency key: it would store the answer, and the secret must not be stored in clear.
  return showNewSecret({ ...context, idempotencyKey: null }, {});
}

const showNewSecret = command('startAuthenticator', async (transaction, _input: object) => {
  const { db, actor, audit } = transaction;
  const person = await lockPerson(db, actor.id);
  if (await isEnrolled(db, person.id)) throw domainError('auth.authenticator_enrolled');
  const secret = await storeNewSecret(transaction, person.id);
  audit({ event: 'auth.authenticator_shown', ...recordOfPerson(person) });
  return describeSecret(secret, person.email);
});
