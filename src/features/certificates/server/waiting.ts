import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import { CertificateFilters } from '../contract.ts';
import { RevocationFilters } from '../revocation-contract.ts';
import { waitingAmongCertificates } from './queries.ts';
import { revocations } from './revocations.ts';

const list = { filters: CertificateFilters, rows: waitingAmongCertificates };

export const waiting = {
  'certificates.ready': waitingIn({
    ...list,
    since: 'certificates.printed_at',
  }),
  'certificates.to_print': waitingIn({
    ...list,
    since: 'certificates.waiting_since',
    fixed: { stage: 'waiting' },
  }),
  'certificates.revocations': waitingIn({
    filters: RevocationFilters,
    rows: revocations.waiting,
    since: 'revocations.proposed_at',
  }),
  'certificates.withheld': waitingIn({
    ...list,
    since: 'certificates.withheld_at',
  }),
};
