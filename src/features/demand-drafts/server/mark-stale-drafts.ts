import type { Services } from '#platform/server/context.ts';
import type { Job } from '#platform/server/jobs/job.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import { dayInIndia } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import { recordOf } from './lock-drafts.ts';

/** Every night at five past midnight in India. */
export const markStaleJob: Job<object> = {
  name: 'mark-stale-drafts',
  retryLimit: 3,
  schedule: '35 18 * * *',
  catchesUp: true,
  async handle(services) {
    await markStaleDrafts(services);
  },
};

/** Small enough that the transaction does not hold the head of the audit chain for long. */
const batchSize = 500;

/**
 * Marks drafts not deposited within their validity as stale, on behalf of the portal. A draft on a prepared slip is
 * removed from it, because the bank would not accept it.
 */
export async function markStaleDrafts(services: Pick<Services, 'jobDb'>, now = new Date()): Promise<number> {
  let marked = 0;
  for (;;) {
    const count = await markBatch(services, now);
    marked += count;
    if (count < batchSize) return marked;
  }
}

async function markBatch(services: Pick<Services, 'jobDb'>, now: Date): Promise<number> {
  let count = 0;
  await recordAsPortal(
    services,
    async (db, audit) => {
      const drafts = await db
        .selectFrom('demand_drafts')
        .selectAll('demand_drafts')
        .where('state', '=', 'received')
        .where('valid_until', '<', dayInIndia(now))
        .orderBy('id')
        .limit(batchSize)
        .forUpdate()
        .execute();
      count = drafts.length;
      if (count === 0) return;
      await db
        .updateTable('demand_drafts')
        .set((eb) => ({
          state: 'stale',
          stale_at: now,
          deposit_slip_id: null,
          version: eb('version', '+', 1),
        }))
        .where('id', 'in', idsOf(drafts))
        .execute();
      for (const draft of drafts) {
        audit({
          event: 'demand_drafts.went_stale',
          ...recordOf(draft),
          before: { state: draft.state, validUntil: draft.valid_until },
          after: { state: 'stale' },
        });
      }
    },
    now,
  );
  return count;
}
