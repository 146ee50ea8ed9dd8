import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import { ProposalFilters } from '../proposal-contract.ts';
import { waitingProposals } from '../waiting.ts';
import { waitingAmongProposals } from './proposals.ts';

export const waitingProposalQueries = {
  'proposals.to_confirm': waitingIn(waitingProposals['proposals.to_confirm'], {
    filters: ProposalFilters,
    rows: waitingAmongProposals,
    since: 'proposals.proposed_at',
  }),
};
