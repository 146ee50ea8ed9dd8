import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import { RunFilters } from '../contract.ts';
import { ProofFilters } from '../proof-contract.ts';
import { storedProofs } from './proofs.ts';
import { printRuns } from './queries.ts';

const runs = { filters: RunFilters, rows: printRuns.waiting, since: 'print_runs.prepared_at' };

export const waiting = {
  'print_runs.mine': waitingIn(runs),
  'print_runs.open': waitingIn(runs),
  'proofs.to_sign_off': waitingIn({
    filters: ProofFilters,
    rows: storedProofs.waiting,
    since: 'proofs.made_at',
  }),
};
