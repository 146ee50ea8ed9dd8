import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { CommandTransaction } from '#platform/server/command.ts';
import { endChallengesOf } from './challenges.ts';
import { removePasskeys } from './passkeys.ts';
import { hashPassword } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';

/** Without those that look alike on paper: 0 and O, 1, I and l. */
const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** A random password, 93 bits in four groups that can be read out and typed. */
export function newInitialPassword(): string {
  const group = () => Array.from({ length: 4 }, () => characters[randomInt(characters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

type Transaction = Pick<CommandTransaction, 'db' | 'audit'>;
type NewPassword = { password: string; isInitial: boolean };

/**
 * Gives a person a password that has to be changed at the first sign-in. What the one before had opened is over:
 * sessions, mailed codes, passkeys. Telling the person is the caller's.
 */
export async function setInitialPassword(
  transaction: Transaction,
  person: { id: string; name: string },
  password: string,
): Promise<void> {
  await writePassword(transaction, person, { password, isInitial: true });
  await endSessionsOf(transaction.db, person.id);
}

/**
 * What came of the password before is over, because whoever knew it may have made it: mailed codes and passkeys. Says how
 * many passkeys there were. Sessions are the caller's, who may spare the present one.
 */
export async function writePassword(
  transaction: Transaction,
  person: { id: string; name: string },
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
