import { sql } from 'kysely';
import type { Cookies, RequestContext, Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { keyedHash } from '#platform/server/secrets.ts';
import type { Role } from '#shared/roles.ts';
import { deviceTokenOf, findDeviceOfAnybody } from './known-devices.ts';
import { networkOf } from './networks.ts';
import { consume, limits } from './throttle.ts';
import { hashToken, newToken } from './tokens.ts';

const cookieName = 'sign-on';
const minutesValid = 10;

type StartedAttempt =
  /** Whether the provider is asked to re-authenticate. */
  | { purpose: 'provider'; role: Role; confirms: boolean }
  | { purpose: 'passkey'; role: Role }
  /** Somebody who is signed in adds a passkey. */
  | { purpose: 'new_passkey'; staffId: string };

/**
 * Starts an attempt at a provider or an authenticator, which returns with an answer. Only the
 * browser has the token; the database stores its hash, and `secretOf` derives from it what the answer must contain.
 */
export async function startAttempt(context: RequestContext, begun: StartedAttempt): Promise<string> {
  const { services, cookies } = context;
  if (begun.purpose !== 'new_passkey') {
    const device = await findDeviceOfAnybody(services.db, deviceTokenOf(cookies));
    await consume(services, [limits.signOnsByNetwork, device ?? networkOf(context.ip)]);
  }
  const token = newToken();
  await services.db
    .insertInto('sign_on_attempts')
    .values({
      token_hash: hashToken(token),
      purpose: begun.purpose,
      role: 'role' in begun ? begun.role : null,
      confirms: 'confirms' in begun && begun.confirms,
      staff_id: 'staffId' in begun ? begun.staffId : null,
      expires_at: sql`now() + make_interval(mins => ${minutesValid})`,
    })
    .execute();
  cookies.write(cookieName, token, minutesValid * 60);
  return token;
}

/**
 * Ends this browser's attempt, whether the answer is right or not; null if there is none, it expired, or `isOf` says
 * that the answer belongs to another attempt: an earlier window, or somebody else's.
 */
export async function endAttempt(
  db: Db,
  cookies: Cookies,
  purpose: StartedAttempt['purpose'],
  isOf: (token: string) => boolean = () => true,
) {
  const token = cookies.read(cookieName);
  if (!token || !isOf(token)) return null;
  cookies.clear(cookieName);
  const attempt = await db
    .deleteFrom('sign_on_attempts')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['role', 'staff_id', 'confirms'])
    .executeTakeFirst();
  return attempt ? { ...attempt, token } : null;
}

type Use = 'state' | 'nonce' | 'verifier' | 'challenge';

/**
 * 256 bits in hex that only this portal can derive from the token; a different one per use, so that none reveals
 * another.
 */
export function secretOf(services: Services, token: string, use: Use): string {
  return keyedHash(services.peppers[0], `sign-on|${use}|${token}`);
}
