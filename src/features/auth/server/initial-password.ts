import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import { endChallengesOf } from './challenges.ts';
import { removePasskeys } from './passkeys.ts';
import { hashPassword } from './passwords.ts';
import type { AuditedPerson } from './people.ts';
import { endSessionsOf } from './sessions.ts';

/** Without characters that look alike in print: 0 and O, 1, I and l. */
const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** A random password: 93 bits in four groups that are easy to read out and type. */
export function newInitialPassword(): string {
  const group = () => Array.from({ length: 4 }, () => characters[randomInt(characters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

type Transaction = Pick<CommandTransaction, 'db' | 'audit'>;
type NewPassword = { password: string; isInitial: boolean };

/**
 * Sets a password that must be changed at the first sign-in. Sessions, mailed codes and passkeys end. Notifying the
 * person is left to the caller.
 */
export async function setInitialPassword(
  transaction: Transaction,
  person: Omit<AuditedPerson, 'email'>,
  password: string,
): Promise<void> {
  await writePassword(transaction, person, { password, isInitial: true });
  await endSessionsOf(transaction.db, person.id);
}

/**
 * Writes the password and removes mailed codes and passkeys, because whoever knew the old password may have made them;
 * returns the number of passkeys. Sessions are left to the caller, who may spare the current one.
 */
export async function writePassword(
  transaction: Transaction,
  person: Omit<AuditedPerson, 'email'>,
  { password, isInitial }: NewPassword,
): Promise<number> {
  const { db } = transaction;
  await db
    .updateTable('staff')
    .set({
      password_hash: await hashPassword(password),
      password_is_initial: isInitial,
      password_set_at: sql`now()`,
    })
    .where('id', '=', person.id)
    .execute();
  await endChallengesOf(db, person.id);
  return removePasskeys(transaction, person);
}
