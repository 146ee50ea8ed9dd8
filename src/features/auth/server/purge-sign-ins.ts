import { sql } from 'kysely';
import { deleting, type Purge } from '#platform/server/jobs/purge.ts';

/** What can have no effect any more. */
export const signInPurges: Purge[] = [
  {
    what: 'sessions, one-time codes and counters of attempts',
    after: 'their end',
    how: 'rows of `sessions`, `code_challenges`, `throttles`',
    run: deleting(
      sql`delete from sessions where expires_at < now()`,
      sql`delete from code_challenges where expires_at < now()`,
      sql`delete from throttles where resets_at < now()`,
    ),
  },
  {
    what: 'authenticators that were never confirmed',
    after: '1 day',
    how: 'rows of `authenticators`',
    run: deleting(
      sql`delete from authenticators where enrolled_at is null and created_at < now() - interval '1 day'`,
    ),
  },
  {
    what: 'wrong codes',
    after: '30 days',
    how: 'rows of `wrong_codes`',
    run: deleting(sql`delete from wrong_codes where at < now() - interval '30 days'`),
  },
  {
    what: 'known devices that were not used',
    after: '180 days',
    how: 'rows of `known_devices`',
    run: deleting(sql`delete from known_devices where last_used_at < now() - interval '180 days'`),
  },
];
