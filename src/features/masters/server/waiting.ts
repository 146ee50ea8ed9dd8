import { sql } from 'kysely';
import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import { ProposalFilters } from '../proposal-contract.ts';
import { waitingAmongProposals } from './proposals.ts';

export const waiting = {
  'proposals.to_confirm': waitingIn({
    filters: ProposalFilters,
    rows: waitingAmongProposals,
    barred: sql`array[proposals.proposed_by]`,
  }),
};
