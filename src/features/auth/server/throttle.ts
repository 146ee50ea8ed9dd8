import { setTimeout as delay } from 'node:timers/promises';
import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { type DomainError, domainError } from '#platform/server/domain-error.ts';
import { keyedHash, type Pepper } from '#platform/server/secrets.ts';
import type { ErrorCode } from '#shared/errors.ts';

/** At most this many hits per subject in a window of so many seconds, which starts with the first hit. */
type Limit = { name: string; hits: number; seconds: number };

const minute = 60;
const day = 24 * 60 * minute;

export const limits = {
  /** Wrong passwords for one address. */
  passwordsByAddress: { name: 'passwords by address', hits: 10, seconds: 15 * minute },
  /** Wrong passwords from one network; a whole college may share one address. Known devices are counted separately. */
  passwordsByNetwork: { name: 'passwords by network', hits: 100, seconds: 15 * minute },
  /** Sign-ins started with the right password: each may mail its owner. */
  signInsByPerson: { name: 'sign-ins by person', hits: 60, seconds: 60 * minute },
  /** Sign-ins started at the provider or with a passkey: each writes a row. */
  signOnsByNetwork: { name: 'sign-ons by network', hits: 300, seconds: 15 * minute },
  /** A stolen session must not be able to guess the password. */
  ownPasswordByPerson: { name: 'own password by person', hits: 10, seconds: 15 * minute },
  resetsByAddress: { name: 'resets by address', hits: 5, seconds: day },
  resetsByNetwork: { name: 'resets by network', hits: 30, seconds: 60 * minute },
  /**
   * Anonymous look-ups at /verify and /status: enough for a class that scans its certificates, too few for guessing.
   */
  lookUpsByNetwork: { name: 'look-ups by network', hits: 120, seconds: 10 * minute },
  /** Limits how often reset codes can be guessed in total, across all addresses and networks. */
  resetsInAll: { name: 'resets in all', hits: 300, seconds: day },
} as const satisfies Record<string, Limit>;

/** What a hit is counted for; a device that the person signed in with has its own count in every limit. */
export type Hit = readonly [limit: Limit, subject: string];

/**
 * Counts the hits, runs the attempt, and releases them unless it ends as `counts` says. Hits are counted before the
 * attempt, so that many at once cannot exceed the limit. Attempts that fail by a server fault are never counted.
 */
export async function throttled<Result>(
  services: Services,
  hits: readonly Hit[],
  counts: ErrorCode | 'every_attempt',
  attempt: () => Promise<Result>,
): Promise<Result> {
  const consumed: Hit[] = [];
  let isCounted = false;
  try {
    for (const hit of hits) {
      await consume(services, hit);
      consumed.push(hit);
    }
    const result = await attempt();
    isCounted = counts === 'every_attempt';
    return result;
  } catch (error) {
    isCounted = isDomainError(error) && (counts === 'every_attempt' || isCounting(error.code, counts));
    throw error;
  } finally {
    if (!isCounted) await release(services, consumed);
  }
}

function isCounting(code: string, counts: ErrorCode): boolean {
  return code === counts || code === 'request.too_many';
}

function isDomainError(error: unknown): error is DomainError {
  return error instanceof ORPCError && error.status < 500;
}

/** Counts a hit and refuses those over the limit, immediately or in the transaction of the act. */
export async function consume(
  services: Services,
  [limit, subject]: Hit,
  db: Db = services.db,
): Promise<void> {
  const [current, ...previous] = services.peppers;
  const until = sql<Date>`now() + make_interval(secs => ${limit.seconds})`;
  const { hits, wait } = await db
    .insertInto('throttles')
    .values({ key: keyOf(current, limit, subject), hits: 1, resets_at: until })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql`case when throttles.resets_at <= now() then 1 else throttles.hits + 1 end`,
        resets_at: sql`case when throttles.resets_at <= now() then excluded.resets_at else throttles.resets_at end`,
      }),
    )
    .returning(['hits', secondsToWait.as('wait')])
    .executeTakeFirstOrThrow();
  const earlier = previous.length > 0 ? await countEarlier(db, previous, [limit, subject]) : 0;
  if (hits + earlier > limit.hits) throw domainError('request.too_many', { retryAfterSeconds: wait });
}

/** Hits counted under a replaced secret. */
async function countEarlier(db: Db, previous: Pepper[], [limit, subject]: Hit): Promise<number> {
  const { hits } = await db
    .selectFrom('throttles')
    .select(sql<number>`coalesce(sum(hits), 0)::int`.as('hits'))
    .where(
      'key',
      'in',
      previous.map((pepper) => keyOf(pepper, limit, subject)),
    )
    .where('resets_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return hits;
}

const secondsBetweenReleases = [1, 5, 30];

/** Releases hits. If the database is unavailable, retries in the background after the answer. */
async function release(services: Services, hits: readonly Hit[]): Promise<void> {
  if (hits.length === 0) return;
  const keys = hits.map(([limit, subject]) => keyOf(services.peppers[0], limit, subject));
  const takeBack = () =>
    services.db
      .updateTable('throttles')
      .set({ hits: sql`greatest(hits - 1, 0)` })
      .where('key', 'in', keys)
      .execute();
  await takeBack().catch(() => void releaseLater(takeBack));
}

async function releaseLater(takeBack: () => Promise<unknown>): Promise<void> {
  for (const seconds of secondsBetweenReleases) {
    await delay(seconds * 1_000, undefined, { ref: false });
    const isDone = await takeBack().then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
}

/** Refuses when the limit is reached, without counting a hit. */
export async function assertWithinLimit(services: Services, [limit, subject]: Hit): Promise<void> {
  const spent = await services.db
    .selectFrom('throttles')
    .select(secondsToWait.as('wait'))
    .where('key', '=', keyOf(services.peppers[0], limit, subject))
    .where('hits', '>=', limit.hits)
    .where('resets_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (spent) throw domainError('request.too_many', { retryAfterSeconds: spent.wait });
}

const secondsToWait = sql<number>`greatest(ceil(extract(epoch from throttles.resets_at - now())), 1)::int`;

function keyOf(pepper: Pepper, limit: Limit, subject: string): string {
  return `${limit.name}: ${keyedHash(pepper, `throttle|${limit.name}|${subject}`)}`;
}
