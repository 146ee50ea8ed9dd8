import { sql } from 'kysely';
import { deleting, type Purge, purgeOfRows } from '#platform/server/jobs/purge.ts';

/** Rows that have expired. */
export const signInPurges: Purge[] = [
  {
    what: 'sessions, one-time codes, sign-ins under way and counters of attempts',
    after: 'their end',
    how: 'rows of `sessions`, `code_challenges`, `sign_on_attempts`, `throttles`',
    run: deleting(
      sql`delete from sessions where expires_at < now()`,
      sql`delete from code_challenges where expires_at < now()`,
      sql`delete from sign_on_attempts where expires_at < now()`,
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
  purgeOfRows('wrong codes', { after: '30 days', table: 'wrong_codes', since: 'at' }),
  purgeOfRows('known devices that were not used', {
    after: '180 days',
    table: 'known_devices',
    since: 'last_used_at',
  }),
];
