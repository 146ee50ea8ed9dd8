import { sql } from 'kysely';
import { setUpAloneBy } from '#features/masters/server/set-up.ts';
import { rolesWith, waitingIn } from '#platform/server/db/waiting-rows.ts';
import { RunFilters } from '../contract.ts';
import { ProofFilters } from '../proof-contract.ts';
import { storedProofs } from './proofs.ts';
import { printRuns } from './queries.ts';

const runs = {
  filters: RunFilters,
  rows: printRuns.waiting,
  roles: rolesWith('print_runs:record'),
  college: sql.ref<string | null>('print_runs.college_id'),
};

export const waiting = {
  'print_runs.mine': waitingIn(runs),
  'print_runs.open': waitingIn(runs),
  'proofs.to_sign_off': waitingIn({
    filters: ProofFilters,
    rows: storedProofs.waiting,
    barred: sql`proofs.made_by || ${setUpAloneBy}`,
  }),
};
