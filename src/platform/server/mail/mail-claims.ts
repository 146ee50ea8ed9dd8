import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Services } from '#platform/server/context.ts';
import { endConnection, openClient } from '#platform/server/db/connections.ts';
import { cancelUnsentMails } from './outbox.ts';

/** The first key of the advisory locks that mark running senders. */
const lockClass = 4_101_893;
const maximumPauseSeconds = 600;

export type ClaimedMail = {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  topic: string | null;
};

/**
 * One sender's claims on mails. They are valid as long as its own connection, which holds an advisory lock: a killed
 * process loses it at once, so that another takes over its mails without delay. `claimed_until` covers a process that
 * is suspended and keeps its connection.
 */
export function createClaims({ db, databaseUrl, log, metrics }: Services) {
  let connection: { client: pg.Client; claimant: number } | null = null;

  async function currentClaimant(): Promise<number> {
    if (connection) return connection.claimant;
    const client = await openClient(databaseUrl, 'queue', {
      name: 'mail',
      onLost: (error) => log.warn({ err: error }, 'the connection of the mail sender was cut'),
    });
    const lose = () => {
      if (connection?.client === client) connection = null;
    };
    client.on('end', lose);
    try {
      const claimant = randomInt(1, 2 ** 31 - 1);
      await client.query('select pg_advisory_lock($1, $2)', [lockClass, claimant]);
      connection = { client, claimant };
      return claimant;
    } catch (error) {
      await endConnection(client);
      throw error;
    }
  }

  return {
    /** Claims up to `most` mails of a lane, except those that this process is already sending. */
    async claim(lane: { isUrgent: boolean; most: number; except: string[] }): Promise<ClaimedMail[]> {
      const claimant = await currentClaimant();
      const isAbandoned = sql<boolean>`(claimed_until <= now() or not exists (
        select from pg_locks
        where locktype = 'advisory' and classid = ${lockClass}::oid and objid = outbox.claimed_by::oid and objsubid = 2
          and database = (select oid from pg_database where datname = current_database())
      ))`;
      return db
        .updateTable('outbox')
        .set({
          claimed_by: claimant,
          claimed_until: sql`now() + interval '2 minutes'`,
          attempts: sql`attempts + 1`,
        })
        .where('id', 'in', (query) =>
          query
            .selectFrom('outbox')
            .select('id')
            .where('sent_at', 'is', null)
            .where('given_up_at', 'is', null)
            .where('is_urgent', '=', lane.isUrgent)
            .where('next_attempt_at', '<=', sql<Date>`now()`)
            .where('expires_at', '>', sql<Date>`now()`)
            .where((eb) => eb.or([eb('claimed_by', 'is', null), isAbandoned]))
            .where(sql<boolean>`id <> all(${lane.except}::uuid[])`)
            .orderBy('next_attempt_at')
            .orderBy('id')
            .limit(lane.most)
            .forUpdate()
            .skipLocked(),
        )
        .returning(['id', 'recipient', 'subject', 'body', 'topic'])
        .execute();
    },

    /** Marks a mail as sent. The text of a delivered mail is deleted, because it may contain a code. */
    async settle(id: string, { wasDelivered }: { wasDelivered: boolean }): Promise<void> {
      await db
        .updateTable('outbox')
        .set({
          sent_at: sql`now()`,
          given_up_at: null,
          claimed_by: null,
          claimed_until: null,
          ...(wasDelivered ? { body: '' } : {}),
        })
        .where('id', '=', id)
        .execute();
    },

    /** Schedules a mail for a retry with exponential backoff, starting at one second. */
    async postpone(id: string): Promise<void> {
      await db
        .updateTable('outbox')
        .set({
          claimed_by: null,
          claimed_until: null,
          next_attempt_at: sql`now() + make_interval(secs => least(${maximumPauseSeconds}, 2 ^ least(attempts - 1, 20)))`,
        })
        .where('id', '=', id)
        .execute();
    },

    /** Gives up mails that are too old: an expired code, or five days of rejection by the mail server. */
    async giveUpExpired(): Promise<void> {
      const expired = await cancelUnsentMails(db)
        .where('expires_at', '<=', sql<Date>`now()`)
        .returning(['id', 'subject', 'attempts'])
        .execute();
      for (const mail of expired) {
        metrics.mails.inc({ outcome: 'given_up' });
        log.error({ alarm: 'mail_not_sent', ...mail }, 'a mail could not be sent in time');
      }
    },

    async close(): Promise<void> {
      await endConnection(connection?.client);
    },
  };
}
