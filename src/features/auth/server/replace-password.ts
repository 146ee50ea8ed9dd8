import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { queueMail } from '#platform/server/mail/outbox.ts';
import { endChallengesOf } from './challenges.ts';
import { isCommonPassword } from './common-passwords.ts';
import { passwordChangedMail } from './mails.ts';
import { hashPassword } from './passwords.ts';

export type ChosenPassword = { password: string; confirmation: string };

/** Refuses what nobody should choose. The length is the contract's. */
export function refuseUnfitPassword({ password, confirmation }: ChosenPassword, email: string): void {
  if (password !== confirmation) throw domainError('auth.passwords_differ');
  if (isCommonPassword(password, email)) throw domainError('auth.common_password');
}

/**
 * Writes a password that its owner chose and tells them. Codes that were mailed on the strength of the old one are
 * dead; ending sessions is the caller's.
 */
export async function replacePassword(
  transaction: Pick<CommandTransaction, 'db' | 'services' | 'enqueue'>,
  person: { id: string; name: string; email: string },
  password: string,
): Promise<void> {
  const { db, services } = transaction;
  await db
    .updateTable('staff')
    .set({
      password_hash: await hashPassword(password),
      password_is_initial: false,
      password_set_at: sql`now()`,
    })
    .where('id', '=', person.id)
    .execute();
  await endChallengesOf(db, person.id);
  const { publicUrl } = services.settings;
  await queueMail(transaction, {
    to: person.email,
    ...passwordChangedMail({ name: person.name, publicUrl }),
  });
}
