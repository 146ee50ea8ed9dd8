import { type PublicTransaction, publicCommand } from '#platform/server/command.ts';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { type DomainError, domainError } from '#platform/server/domain-error.ts';
import { consumeTimeCode, isEnrolled } from './authenticators.ts';
import { deviceTokenOf, findKnownDevice } from './known-devices.ts';
import { assertOwnPassword } from './own-password.ts';
import { lockPerson } from './people.ts';
import { consumeRecoveryCode } from './recovery-codes.ts';
import { isLocked, recordWrongCode } from './wrong-codes.ts';

/** The password, and the authenticator's code or a recovery code. */
export type Proof = { currentPassword?: string | undefined; code: string };

type Person = Awaited<ReturnType<typeof lockPerson>>;

/**
 * A command about one's own authenticator, which requires password and code. A wrong code counts as at sign-in, so that
 * a thief with session and password cannot guess on. No idempotency keys: a code works once anyway, and answers such as
 * recovery codes must not be stored.
 */
export function reauthenticatedCommand<Output extends object>(
  run: (transaction: PublicTransaction, person: Person) => Promise<Output>,
): (context: RequestContext, proof: Proof) => Promise<Output> {
  const prove = publicCommand(
    async (
      transaction,
      { staffId, code, deviceToken }: { staffId: string; code: string; deviceToken: string | null },
    ): Promise<Output | DomainError> => {
      const { db, actAs } = transaction;
      const person = await lockPerson(db, staffId);
      actAs(person);
      if (!(await isEnrolled(db, person.id))) throw domainError('auth.no_authenticator');
      const knownDeviceId = await findKnownDevice(db, deviceToken, person.email);
      if (isLocked(person, knownDeviceId)) throw domainError('auth.locked');
      const isRight = /^\d{6}$/.test(code)
        ? await consumeTimeCode(transaction, person.id, code)
        : await consumeRecoveryCode(transaction, person, code);
      if (isRight) return run(transaction, person);
      const hasLocked = await recordWrongCode(transaction, person, knownDeviceId);
      return hasLocked ? domainError('auth.locked') : domainError('auth.wrong_second_factor');
    },
  );
  return async (context, { currentPassword, code }) => {
    await assertOwnPassword(context, currentPassword);
    return prove(context, {
      staffId: actorOf(context).id,
      code,
      deviceToken: deviceTokenOf(context.cookies),
    });
  };
}
