import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Db } from '#platform/server/db/database.ts';
import { endSessionsOf } from './sessions.ts';

const codesThatLock = 20;
const daysCounted = 30;

export type Lockable = { locked_at: Date | null; unknown_device_locked_at: Date | null };

/** Whether this person may sign in from there: a lock by strangers leaves the known devices out. */
export function isLocked(person: Lockable, knownDeviceId: string | null): boolean {
  return person.locked_at !== null || (person.unknown_device_locked_at !== null && knownDeviceId === null);
}

/**
 * Counts a wrong sign-in code in its bucket (one known device, or all strangers together) and locks when the bucket is
 * full. The caller holds the lock of the staff row, so that of many guesses at once none slips through.
 */
export async function countWrongCode(
  db: Db,
  staffId: string,
  knownDeviceId: string | null,
): Promise<{ hasLocked: boolean }> {
  await db
    .insertInto('wrong_codes')
    .values({ id: uuid(), staff_id: staffId, known_device_id: knownDeviceId })
    .execute();
  const { count } = await db
    .selectFrom('wrong_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('staff_id', '=', staffId)
    .where('known_device_id', 'is not distinct from', knownDeviceId)
    .where('at', '>', sql<Date>`now() - make_interval(days => ${daysCounted})`)
    .executeTakeFirstOrThrow();
  if (count < codesThatLock) return { hasLocked: false };
  await lock(db, staffId, knownDeviceId);
  return { hasLocked: true };
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
