import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import type { DayRange } from '#shared/fields.ts';

/**
 * What the dashboard and the fee totals count, each with the one expression that defines it. They are counted from the
 * records whenever they are read; the indexes of migration 0068 hold every column that is named here.
 */
export const applicationSums = {
  applications: sql<number>`count(*)`,
  generated: sql<number>`coalesce(sum(applications.total_amount), 0)`,
  concessions: sql<number>`coalesce(sum(applications.fee_amount - applications.total_amount), 0)`,
  pending: sql<number>`coalesce(sum(applications.pending_amount), 0)`,
};

export const chargeSums = {
  applications: sql<number>`count(*)`,
  generated: sql<number>`coalesce(sum(charges.amount), 0)`,
  concessions: sql<number>`coalesce(sum(charges.concession_amount), 0)`,
  pending: sql<number>`coalesce(sum(charges.pending_amount), 0)`,
};

/** A draft that the bank returned or that another replaced pays for nothing. */
export const draftSums = {
  drafts: sql<number>`count(*)`,
  amount: sql<number>`coalesce(sum(demand_drafts.amount), 0)`,
  allocated: sql<number>`coalesce(sum(demand_drafts.allocated_amount) filter (where demand_drafts.pays), 0)`,
  unallocated: sql<number>`coalesce(sum(demand_drafts.balance) filter (where demand_drafts.pays), 0)`,
  undeposited: sql<number>`coalesce(sum(demand_drafts.amount) filter (where demand_drafts.state = 'received'), 0)`,
};

/** The allocations of drafts that pay, which are the revenue. The few drafts that do not pay are an index of their own. */
export function payingAllocations(db: Db, days: DayRange) {
  return db
    .selectFrom('allocations')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('demand_drafts')
            .whereRef('demand_drafts.id', '=', 'allocations.demand_draft_id')
            .where((draft) => draft.not('demand_drafts.pays'))
            .select('demand_drafts.id'),
        ),
      ),
    )
    .where(onDays('allocations.allocated_at', days));
}
