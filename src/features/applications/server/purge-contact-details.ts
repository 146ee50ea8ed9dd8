import { sql } from 'kysely';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Purge } from '#platform/server/jobs/purge.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import { idsOf } from '#shared/ids-of.ts';
import { recordOf } from './queries.ts';

/** Contact details, once the consent's purposes are served. Name, award and photograph stay with the certificate. */
export const contactPurges: Purge[] = [
  {
    what: 'contact details of candidates',
    after: '1 year after the application is settled',
    how: 'mobile number, email and postal address in `award_records`, with the end of their consent in `contact_consents`; settled: rejected, or handed over or revoked, with no reprint undecided or still to be printed, every charge paid and every draft realised or replaced; audit event `applications.contact_purged`',
    run: purgeContactDetails,
  },
];

/** Small enough that the transaction does not hold the head of the audit chain for long. */
const batchSize = 500;

async function purgeContactDetails(services: Pick<Services, 'jobDb'>): Promise<number> {
  let purged = 0;
  for (;;) {
    const count = await purgeBatch(services);
    purged += count;
    if (count < batchSize) return purged;
  }
}

async function purgeBatch(services: Pick<Services, 'jobDb'>): Promise<number> {
  let count = 0;
  await recordAsPortal(services, async (db, audit) => {
    const applications = await servedApplications(db);
    count = applications.length;
    if (count === 0) return;
    const ids = idsOf(applications);
    // The consent first: a verified application's contact details can be cleared only once their consent has ended.
    await db
      .updateTable('contact_consents')
      .set({ withdrawn_at: sql`now()`, served: true })
      .where('application_id', 'in', ids)
      .where('withdrawn_at', 'is', null)
      .execute();
    await db
      .updateTable('award_records')
      .set({ mobile: null, email: null, postal_address: null, postal_state: null, postal_pin: null })
      .where('application_id', 'in', ids)
      .execute();
    for (const application of applications)
      audit({ event: 'applications.contact_purged', ...recordOf(application) });
  });
  return count;
}

/** Consents older than the period, which are quick to find, of applications that need no more contact. */
function servedApplications(db: Db) {
  return db
    .selectFrom('contact_consents')
    .innerJoin('applications', 'applications.id', 'contact_consents.application_id')
    .selectAll('applications')
    .where('withdrawn_at', 'is', null)
    .where('given_at', '<', sql<Date>`now() - interval '1 year'`)
    .where(sql<boolean>`application_may_be_forgotten(applications.id)`)
    .orderBy('applications.id')
    .limit(batchSize)
    .forNoKeyUpdate('applications')
    .execute();
}
