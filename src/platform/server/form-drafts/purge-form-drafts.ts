import { sql } from 'kysely';
import type { Purge } from '#platform/server/jobs/purge.ts';

/** What nobody came back to: candidates' names are not kept longer than they are of use. */
export const formDraftPurges: Purge[] = [
  {
    what: 'autosaved forms',
    after: '30 days',
    how: 'rows of `form_drafts`',
    async run({ db }) {
      const { numDeletedRows } = await db
        .deleteFrom('form_drafts')
        .where('kept_at', '<', sql<Date>`now() - interval '30 days'`)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
  {
    what: 'ids of autosaved forms that were saved or discarded',
    after: '1 day',
    how: 'rows of `form_drafts`; by then no request for them is under way',
    async run({ db }) {
      const { numDeletedRows } = await db
        .deleteFrom('form_drafts')
        .where('ended_at', '<', sql<Date>`now() - interval '1 day'`)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  },
];
