import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Services } from '#server/context.ts';
import { unscoped } from '#server/db/database.ts';
import { refusal } from '#server/refusal.ts';

/** So many hits of one subject in a window of so many seconds, which starts with the first of them. */
type Limit = { name: string; hits: number; seconds: number };

const minute = 60;
const day = 24 * 60 * minute;

export const limits = {
  /** Wrong passwords for one address. A device that its owner signed in with is a subject of its own. */
  passwordsByAddress: { name: 'passwords by address', hits: 10, seconds: 15 * minute },
  /** Wrong passwords from one network; a whole college may sit behind one address. */
  passwordsByNetwork: { name: 'passwords by network', hits: 100, seconds: 15 * minute },
  /** Sign-ins that were begun with the right password: each mails its owner. */
  signInsByPerson: { name: 'sign-ins by person', hits: 60, seconds: 60 * minute },
  /** A stolen session must not find out the password that goes with it. */
  ownPasswordByPerson: { name: 'own password by person', hits: 10, seconds: 15 * minute },
  resetsByAddress: { name: 'resets by address', hits: 5, seconds: day },
  resetsByNetwork: { name: 'resets by network', hits: 30, seconds: 60 * minute },
  /** Lookups of strangers at /verify: a class that scans its sheets gets through, a program that guesses does not. */
  verificationsByNetwork: { name: 'verifications by network', hits: 120, seconds: 10 * minute },
  /** Bounds how often reset codes can be guessed at all, however many addresses and networks take part. */
  resetsInAll: { name: 'resets in all', hits: 300, seconds: day },
} as const satisfies Record<string, Limit>;

/** Counts a hit, in its own transaction, and refuses the ones over the limit. */
export async function spend(services: Services, limit: Limit, subject: string): Promise<void> {
  const until = sql<Date>`now() + make_interval(secs => ${limit.seconds})`;
  const { hits, wait } = await unscoped(services.db)
    .insertInto('throttles')
    .values({ key: keyOf(services, limit, subject), hits: 1, resets_at: until })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql`case when throttles.resets_at <= now() then 1 else throttles.hits + 1 end`,
        resets_at: sql`case when throttles.resets_at <= now() then excluded.resets_at else throttles.resets_at end`,
      }),
    )
    .returning(['hits', secondsToWait.as('wait')])
    .executeTakeFirstOrThrow();
  if (hits > limit.hits) throw refusal('request.too_many', { retryAfterSeconds: wait });
}

/** Takes a hit back that turned out to be none: only wrong passwords count, but they are counted before they are compared. */
export async function refund(services: Services, limit: Limit, subject: string): Promise<void> {
  await services.db
    .updateTable('throttles')
    .set({ hits: sql`greatest(hits - 1, 0)` })
    .where('key', '=', keyOf(services, limit, subject))
    .execute();
}

/** Refuses when the limit is reached, without counting a hit. */
export async function refuseWhenSpent(services: Services, limit: Limit, subject: string): Promise<void> {
  const spent = await services.db
    .selectFrom('throttles')
    .select(secondsToWait.as('wait'))
    .where('key', '=', keyOf(services, limit, subject))
    .where('hits', '>=', limit.hits)
    .where('resets_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (spent) throw refusal('request.too_many', { retryAfterSeconds: spent.wait });
}

const secondsToWait = sql<number>`greatest(ceil(extract(epoch from throttles.resets_at - now())), 1)::int`;

function keyOf(services: Services, limit: Limit, subject: string): string {
  const hmac = createHmac('sha256', services.secret).update(`throttle|${limit.name}|${subject}`);
  return `${limit.name}: ${hmac.digest('base64url')}`;
}

/** What counts as one network: an IPv4 address, or the /64 that one subscriber gets of IPv6. */
export function networkOf(ip: string): string {
  const address = ip.split('%')[0]!;
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const isMappedIpv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMappedIpv4)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function groupsOf(address: string): number[] {
  // The URL parser writes every spelling in one way, a trailing IPv4 part included.
  const [left = '', right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const parse = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const head = parse(left);
  const tail = parse(right ?? '');
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
