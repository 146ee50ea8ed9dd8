import { command } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { assertPasswordsInUse, withOwnPasswordThrottle } from '../own-password.ts';
import { verifyPassword } from '../passwords.ts';
import { lockPerson, recordOfPerson } from '../people.ts';
import { assertAcceptablePassword, type ChosenPassword, replacePassword } from '../replace-password.ts';
import { endSessionsOf, ownTokenHash } from '../sessions.ts';

type Change = ChosenPassword & { currentPassword: string };

/** Replaces one's own password; the other sessions end, and all passkeys are removed. */
export async function changePassword(context: RequestContext, input: Change): Promise<Record<string, never>> {
  assertPasswordsInUse(context.services);
  return withOwnPasswordThrottle(context, () =>
    writeOwnPassword(context, { ...input, ownSession: ownTokenHash(context.cookies) }),
  );
}

const writeOwnPassword = command(
  'changePassword',
  async (transaction, input: Change & { ownSession: string | null }) => {
    const { db, actor, audit } = transaction;
    const person = await lockPerson(db, actor.id);
    if (!(await verifyPassword(person.password_hash, input.currentPassword))) {
      throw domainError('auth.wrong_password');
    }
    if (await verifyPassword(person.password_hash, input.password)) throw domainError('auth.same_password');
    assertAcceptablePassword(input, person.email);

    await replacePassword(transaction, person, input.password);
    await endSessionsOf(db, person.id, input.ownSession);
    audit({ event: 'auth.password_changed', ...recordOfPerson(person) });
    return {};
  },
);
