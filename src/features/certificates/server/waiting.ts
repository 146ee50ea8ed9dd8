import { waitingIn } from '#platform/server/db/waiting-rows.ts';
import { CertificateFilters } from '../contract.ts';
import { RevocationFilters } from '../revocation-contract.ts';
import { waitingCertificates as declared } from '../waiting.ts';
import { waitingAmongCertificates } from './queries.ts';
import { revocations } from './revocations.ts';

const list = { filters: CertificateFilters, rows: waitingAmongCertificates };

export const waitingCertificateQueries = {
  'certificates.ready': waitingIn(declared['certificates.ready'], {
    ...list,
    since: 'certificates.printed_at',
  }),
  'certificates.to_print': waitingIn(declared['certificates.to_print'], {
    ...list,
    since: 'certificates.waiting_since',
    fixed: { stage: 'waiting' },
  }),
  'certificates.revocations': waitingIn(declared['certificates.revocations'], {
    filters: RevocationFilters,
    rows: revocations.waiting,
    since: 'revocations.proposed_at',
  }),
  'certificates.withheld': waitingIn(declared['certificates.withheld'], {
    ...list,
    since: 'certificates.withheld_at',
  }),
};
