import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { endChallengesOf } from './challenges.ts';
import { hashPassword } from './passwords.ts';
import { endSessionsOf } from './sessions.ts';

/** Without those that look alike on paper: 0 and O, 1, I and l. */
const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** A random password, 93 bits in four groups that can be read out and typed. */
export function newInitialPassword(): string {
  const group = () => Array.from({ length: 4 }, () => characters[randomInt(characters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/**
 * Gives a person a password that has to be changed at the first sign-in. What the one before had opened is over:
 * sessions, mailed codes, passkeys. Telling the person is the caller's.
 */
export async function setInitialPassword(db: Db, staffId: string, password: string): Promise<void> {
  await writePassword(db, staffId, password, true);
  await endSessionsOf(db, staffId);
  await db.deleteFrom('passkeys').where('staff_id', '=', staffId).execute();
}

/** Codes that were mailed on the strength of the password before are dead. */
export async function writePassword(db: Db, staffId: string, password: string, isInitial: boolean) {
  await db
    .updateTable('staff')
    .set({
      password_hash: await hashPassword(password),
      password_is_initial: isInitial,
      password_set_at: sql`now()`,
    })
    .where('id', '=', staffId)
    .execute();
  await endChallengesOf(db, staffId);
}
