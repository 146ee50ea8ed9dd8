import { sql } from 'kysely';
import type { Job } from '#server/jobs/job.ts';

/** Removes what can have no effect any more: sessions, codes, counters, devices and unconfirmed authenticators whose time is over. */
export const purgeSignInsJob: Job<object> = {
  name: 'purge-sign-ins',
  retryLimit: 0,
  schedule: '17 * * * *',
  async handle({ db }) {
    const now = sql<Date>`now()`;
    await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
    await db.deleteFrom('code_challenges').where('expires_at', '<', now).execute();
    await db
      .deleteFrom('authenticators')
      .where('enrolled_at', 'is', null)
      .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
      .execute();
    await db.deleteFrom('throttles').where('resets_at', '<', now).execute();
    await db.deleteFrom('wrong_codes').where('at', '<', sql<Date>`now() - interval '30 days'`).execute();
    await db
      .deleteFrom('known_devices')
      .where('last_used_at', '<', sql<Date>`now() - interval '180 days'`)
      .execute();
  },
};
