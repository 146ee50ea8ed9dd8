import { sql } from 'kysely';
import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import { CertificateFilters } from '../contract.ts';
import { RevocationFilters } from '../revocation-contract.ts';
import { waitingAmongCertificates } from './queries.ts';
import { revocations } from './revocations.ts';

const list = { filters: CertificateFilters, rows: waitingAmongCertificates };

export const waiting = {
  'certificates.ready': waitingIn(list),
  'certificates.to_print': waitingIn({
    ...list,
    fixed: { stage: 'waiting' },
  }),
  'certificates.revocations': waitingIn({
    filters: RevocationFilters,
    rows: revocations.waiting,
    barred: sql`array[revocations.proposed_by]`,
  }),
  'certificates.withheld': waitingIn(list),
  'certificates.facts_missing': waitingIn(list),
};
