import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import { RunFilters } from '../contract.ts';
import { ProofFilters } from '../proof-contract.ts';
import { waitingInPrintRoom as declared } from '../waiting.ts';
import { keptProofs } from './proofs.ts';
import { printRuns } from './queries.ts';

const runs = { filters: RunFilters, rows: printRuns.waiting, since: 'print_runs.prepared_at' };

export const waitingPrintRoomQueries = {
  'print_runs.mine': waitingIn(declared['print_runs.mine'], runs),
  'print_runs.open': waitingIn(declared['print_runs.open'], runs),
  'proofs.to_sign_off': waitingIn(declared['proofs.to_sign_off'], {
    filters: ProofFilters,
    rows: keptProofs.waiting,
    since: 'proofs.made_at',
  }),
};
