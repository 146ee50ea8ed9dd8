import { sql } from 'kysely';
import { publicCommand } from '#platform/server/command.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { lockChallengedPerson } from '../challenges.ts';
import { lockPerson, recordOfPerson } from '../people.ts';
import { assertAcceptablePassword, type ChosenPassword, replacePassword } from '../replace-password.ts';
import { endSessionsOf } from '../sessions.ts';
import { hashToken } from '../tokens.ts';

/**
 * Sets the new password, ends all sessions and removes the passkeys; opens no session. If the password is refused, the
 * token stays valid.
 */
export const completePasswordReset = publicCommand(
  async (transaction, input: ChosenPassword & { resetToken: string }) => {
    const { db, audit, actAs } = transaction;
    const resetTokenHash = hashToken(input.resetToken);
    await lockChallengedPerson(db, { reset_token_hash: resetTokenHash });
    const challenge = await db
      .selectFrom('code_challenges')
      .select('staff_id')
      .where('reset_token_hash', '=', resetTokenHash)
      .where('expires_at', '>', sql<Date>`now()`)
      .forUpdate()
      .executeTakeFirstOrThrow(() => domainError('auth.challenge_over'));
    const person = await lockPerson(db, challenge.staff_id!);
    if (person.disabled_at !== null || person.has_held_reset) throw domainError('auth.challenge_over');
    assertAcceptablePassword(input, person.email);

    actAs(person);
    await replacePassword(transaction, person, input.password);
    await endSessionsOf(db, person.id);
    audit({ event: 'auth.password_reset', ...recordOfPerson(person) });
    return {};
  },
);
