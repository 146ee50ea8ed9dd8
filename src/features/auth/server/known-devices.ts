import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Cookies } from '#platform/server/context.ts';
import { type Db, hasRows } from '#platform/server/db/database.ts';
import { hasKey, identityKey } from '#platform/server/db/identity.ts';
import { hashToken, newToken } from './tokens.ts';

const cookieName = 'device';
const retentionDays = 180;

export function deviceTokenOf(cookies: Cookies): string | null {
  return cookies.read(cookieName) ?? null;
}

export function writeDeviceCookie(cookies: Cookies, token: string): void {
  cookies.write(cookieName, token, retentionDays * 24 * 60 * 60);
}

/** The device, if the owner of this address, in any writing, has signed in with it. */
export function findKnownDevice(db: Db, deviceToken: string | null, email: string) {
  return findDevice(db, deviceToken, hasKey('staff.email_key', identityKey(email)));
}

/** The device, if this person has signed in with it. */
export function findDeviceOf(db: Db, deviceToken: string | null, staffId: string) {
  return findDevice(db, deviceToken, sql`staff.id = ${staffId}`);
}

/** The device, if any member of staff has signed in with it. */
export function findDeviceOfAnybody(db: Db, deviceToken: string | null) {
  return findDevice(db, deviceToken, sql`true`);
}

async function findDevice(db: Db, deviceToken: string | null, isTheirs: RawBuilder<SqlBool>) {
  if (deviceToken === null) return null;
  const device = await db
    .selectFrom('known_devices')
    .innerJoin('staff', 'staff.id', 'known_devices.staff_id')
    .select('known_devices.id')
    .where('known_devices.token_hash', '=', hashToken(deviceToken))
    .where('known_devices.last_used_at', '>', sql<Date>`now() - make_interval(days => ${retentionDays})`)
    .where(isTheirs)
    .orderBy('known_devices.id')
    .limit(1)
    .executeTakeFirst();
  return device?.id ?? null;
}

/**
 * Records that a person signed in with this browser and returns the token for its cookie. A browser shared by
 * colleagues keeps its token; a token that the portal did not issue is replaced.
 */
export async function recordDevice(db: Db, deviceToken: string | null, staffId: string): Promise<string> {
  const given = db.selectFrom('known_devices').where('token_hash', '=', hashToken(deviceToken ?? ''));
  const token = deviceToken !== null && (await hasRows(given)) ? deviceToken : newToken();
  await db
    .insertInto('known_devices')
    .values({ id: uuid(), staff_id: staffId, token_hash: hashToken(token) })
    .onConflict((conflict) =>
      conflict.constraint('known_devices__once_per_person').doUpdateSet({ last_used_at: sql`now()` }),
    )
    .execute();
  return token;
}
