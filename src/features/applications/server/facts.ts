import type { ApplicationStatus } from '../contract.ts';
import type { ApplicationFacts } from '../rules.ts';
import type { LockedApplication } from './queries.ts';

/** A locked row, and who has it open, as the rules look at them. */
export function factsOf(row: LockedApplication, lease: ApplicationFacts['lease']): ApplicationFacts {
  return {
    status: row.status as ApplicationStatus,
    pendingAmount: row.pending_amount,
    paidAmount: row.paid_amount,
    contributorIds: row.contributor_ids,
    lease,
  };
}
