import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CommandTransaction } from '#platform/server/command.ts';
import { countRows, type Db } from '#platform/server/db/database.ts';
import { lockedMail, mailPerson, unknownDevicesLockedMail } from './mails.ts';
import { networkOf } from './networks.ts';
import { type AuditedPerson, recordOfPerson } from './people.ts';
import { endSessionsOf } from './sessions.ts';

const codesThatLock = 20;
const daysCounted = 30;

type Lockable = { locked_at: Date | null; unknown_device_locked_at: Date | null };

/** Whether sign-in is locked on this device; a lock caused by unknown devices does not affect known ones. */
export function isLocked(person: Lockable, knownDeviceId: string | null): boolean {
  return person.locked_at !== null || (person.unknown_device_locked_at !== null && knownDeviceId === null);
}

/**
 * Counts a wrong code, mailed or from the authenticator; the twentieth locks the account and mails its owner. The
 * person guessing is unknown, so each guess goes to the access log and only the lock is audited. The caller returns its
 * error instead of throwing, so that all this is committed. Returns whether it locked.
 */
export async function recordWrongCode(
  transaction: Pick<CommandTransaction, 'db' | 'services' | 'audit' | 'ip'>,
  person: AuditedPerson,
  knownDeviceId: string | null,
): Promise<boolean> {
  const { db, services, audit, ip } = transaction;
  services.accessLog.record({ kind: 'code_refused', who: person, network: networkOf(ip) });
  if ((await countWrongCode(db, person.id, knownDeviceId)) < codesThatLock) return false;
  await lock(db, person.id, knownDeviceId);
  audit({
    event: 'auth.locked',
    ...recordOfPerson(person),
    after: { lockedFor: knownDeviceId ? 'all' : 'strangers' },
  });
  await mailPerson(transaction, person, knownDeviceId ? lockedMail : unknownDevicesLockedMail);
  return true;
}

/**
 * Counts a wrong sign-in code for one known device, or for all unknown devices together. The caller locks the staff
 * row, so that simultaneous guesses are all counted.
 */
async function countWrongCode(db: Db, staffId: string, knownDeviceId: string | null): Promise<number> {
  await db
    .insertInto('wrong_codes')
    .values({ id: uuid(), staff_id: staffId, known_device_id: knownDeviceId })
    .execute();
  return countWrongCodes(db, { staffId, knownDeviceId, days: daysCounted });
}

export async function countWrongCodes(
  db: Db,
  { staffId, knownDeviceId, days }: { staffId: string; knownDeviceId: string | null; days: number },
): Promise<number> {
  const bucket = db
    .selectFrom('wrong_codes')
    .where('staff_id', '=', staffId)
    .where('known_device_id', 'is not distinct from', knownDeviceId)
    .where('at', '>', sql<Date>`now() - make_interval(days => ${days})`);
  return (await countRows(bucket)).count;
}

/** Lifts both locks and deletes the counted codes, or the next wrong one would lock again. */
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
