import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CommandTransaction } from '#platform/server/command.ts';
import { countRows, type Db } from '#platform/server/db/database.ts';
import { lockedMail, mailPerson, strangersLockedMail } from './mails.ts';
import { networkOf } from './networks.ts';
import { type Addressee, staffRecord } from './people.ts';
import { endSessionsOf } from './sessions.ts';

const codesThatLock = 20;
const daysCounted = 30;

type Lockable = { locked_at: Date | null; unknown_device_locked_at: Date | null };

/** Whether this person may sign in from there: a lock by strangers leaves the known devices out. */
export function isLocked(person: Lockable, knownDeviceId: string | null): boolean {
  return person.locked_at !== null || (person.unknown_device_locked_at !== null && knownDeviceId === null);
}

/**
 * A wrong code, mailed or of the authenticator, that has cost its try: counted, and at the twentieth the account is
 * locked and its owner told. Whoever guesses is nobody that we know, so each guess is in the access log; only the lock
 * changes a record. The caller returns its refusal, so that all of this is committed. Says whether it has locked.
 */
export async function noteWrongCode(
  transaction: Pick<CommandTransaction, 'db' | 'services' | 'audit' | 'ip'>,
  person: Addressee,
  knownDeviceId: string | null,
): Promise<boolean> {
  const { db, services, audit, ip } = transaction;
  services.accessLog.record({ kind: 'code_refused', who: person, network: networkOf(ip) });
  if ((await countWrongCode(db, person.id, knownDeviceId)) < codesThatLock) return false;
  await lock(db, person.id, knownDeviceId);
  audit({
    event: 'auth.locked',
    record: staffRecord(person),
    after: { lockedFor: knownDeviceId ? 'all' : 'strangers' },
  });
  await mailPerson(transaction, person, knownDeviceId ? lockedMail : strangersLockedMail);
  return true;
}

/**
 * Counts a wrong sign-in code in its bucket: one known device, or all strangers together. The caller holds the lock of
 * the staff row, so that of many guesses at once none slips through.
 */
async function countWrongCode(db: Db, staffId: string, knownDeviceId: string | null): Promise<number> {
  await db
    .insertInto('wrong_codes')
    .values({ id: uuid(), staff_id: staffId, known_device_id: knownDeviceId })
    .execute();
  const bucket = db
    .selectFrom('wrong_codes')
    .where('staff_id', '=', staffId)
    .where('known_device_id', 'is not distinct from', knownDeviceId)
    .where('at', '>', sql<Date>`now() - make_interval(days => ${daysCounted})`);
  return (await countRows(bucket)).count;
}

/** Lifts both locks and forgets the wrong codes behind them, or the next one would lock again. */
export async function unlockPerson(db: Db, staffId: string): Promise<void> {
  await db
    .updateTable('staff')
    .set({ locked_at: null, unknown_device_locked_at: null })
    .where('id', '=', staffId)
    .execute();
  await db.deleteFrom('wrong_codes').where('staff_id', '=', staffId).execute();
}

async function lock(db: Db, staffId: string, knownDeviceId: string | null): Promise<void> {
  const update = db.updateTable('staff').where('id', '=', staffId);
  if (knownDeviceId === null) {
    await update.set({ unknown_device_locked_at: sql`now()` }).execute();
    return;
  }
  await update.set({ locked_at: sql`now()` }).execute();
  await endSessionsOf(db, staffId);
}
