import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Cookies } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { hashToken, newToken } from './tokens.ts';

const cookieName = 'device';
const daysKept = 180;

export function deviceTokenOf(cookies: Cookies): string | null {
  return cookies.read(cookieName) ?? null;
}

export function writeDeviceCookie(cookies: Cookies, token: string): void {
  cookies.write(cookieName, token, daysKept * 24 * 60 * 60);
}

/** The device, if the owner of the address signed in with it before. */
export async function findKnownDevice(
  db: Db,
  deviceToken: string | null,
  email: string,
): Promise<string | null> {
  if (deviceToken === null) return null;
  const device = await devicesOf(db, deviceToken)
    .innerJoin('staff', 'staff.id', 'known_devices.staff_id')
    .where(sql`lower(staff.email)`, '=', email.toLowerCase())
    .executeTakeFirst();
  return device?.id ?? null;
}

/** The device, if this person signed in with it before. */
export async function findDeviceOf(
  db: Db,
  deviceToken: string | null,
  staffId: string,
): Promise<string | null> {
  if (deviceToken === null) return null;
  const device = await devicesOf(db, deviceToken).where('staff_id', '=', staffId).executeTakeFirst();
  return device?.id ?? null;
}

/** The device, if any member of staff signed in with it before. */
export async function findDeviceOfAnybody(db: Db, deviceToken: string | null): Promise<string | null> {
  if (deviceToken === null) return null;
  const device = await devicesOf(db, deviceToken).orderBy('known_devices.id').limit(1).executeTakeFirst();
  return device?.id ?? null;
}

function devicesOf(db: Db, deviceToken: string) {
  return db
    .selectFrom('known_devices')
    .select('known_devices.id')
    .where('known_devices.token_hash', '=', hashToken(deviceToken))
    .where('known_devices.last_used_at', '>', sql<Date>`now() - make_interval(days => ${daysKept})`);
}

/**
 * Notes that a person signed in with this browser and returns the token for its cookie. A browser that colleagues
 * share keeps its token; one that we never gave out is not adopted.
 */
export async function rememberDevice(db: Db, deviceToken: string | null, staffId: string): Promise<string> {
  const token = (await isOurs(db, deviceToken)) ? deviceToken! : newToken();
  await db
    .insertInto('known_devices')
    .values({ id: uuid(), staff_id: staffId, token_hash: hashToken(token) })
    .onConflict((conflict) =>
      conflict.constraint('known_devices__once_per_person').doUpdateSet({ last_used_at: sql`now()` }),
    )
    .execute();
  return token;
}

async function isOurs(db: Db, deviceToken: string | null): Promise<boolean> {
  if (deviceToken === null) return false;
  const known = await db
    .selectFrom('known_devices')
    .select('id')
    .where('token_hash', '=', hashToken(deviceToken))
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}
