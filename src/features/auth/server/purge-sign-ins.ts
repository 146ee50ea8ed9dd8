import { sql } from 'kysely';
import type { Purge } from '#platform/server/jobs/purge.ts';

/** What can have no effect any more. */
export const signInPurges: Purge[] = [
  {
    what: 'sessions, one-time codes and counters of attempts',
    after: 'their end',
    how: 'rows of `sessions`, `code_challenges`, `throttles`',
    run: async ({ db }) =>
      (await deleted(db.deleteFrom('sessions').where('expires_at', '<', now))) +
      (await deleted(db.deleteFrom('code_challenges').where('expires_at', '<', now))) +
      (await deleted(db.deleteFrom('throttles').where('resets_at', '<', now))),
  },
  {
    what: 'authenticators that were never confirmed',
    after: '1 day',
    how: 'rows of `authenticators`',
    run: ({ db }) =>
      deleted(
        db
          .deleteFrom('authenticators')
          .where('enrolled_at', 'is', null)
          .where('created_at', '<', ago('1 day')),
      ),
  },
  {
    what: 'wrong codes',
    after: '30 days',
    how: 'rows of `wrong_codes`',
    run: ({ db }) => deleted(db.deleteFrom('wrong_codes').where('at', '<', ago('30 days'))),
  },
  {
    what: 'known devices that were not used',
    after: '180 days',
    how: 'rows of `known_devices`',
    run: ({ db }) => deleted(db.deleteFrom('known_devices').where('last_used_at', '<', ago('180 days'))),
  },
];

const now = sql<Date>`now()`;

function ago(period: string) {
  return sql<Date>`now() - ${period}::interval`;
}

async function deleted(query: { executeTakeFirst(): Promise<{ numDeletedRows: bigint }> }): Promise<number> {
  return Number((await query.executeTakeFirst()).numDeletedRows);
}
