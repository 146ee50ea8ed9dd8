import { applicationsContract } from '#features/applications/contract.ts';
import { listApplications } from '#features/applications/server/search-applications.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { exportList } from '#platform/server/exports/export-list.ts';
import { bundlesContract } from '../bundle-contract.ts';
import {
  bundlesLayout,
  pendingCertificatesLayout,
  printedCertificatesLayout,
  revocationsLayout,
} from '../columns.ts';
import { certificatesContract } from '../contract.ts';
import { copiesContract } from '../copy-contract.ts';
import { postingContract } from '../posting-contract.ts';
import { revocationsContract } from '../revocation-contract.ts';
import { bundles, getBundle, listBundleColleges } from './bundles.ts';
import { cancelCopy } from './commands/cancel-copy.ts';
import { handOverBundle } from './commands/hand-over-bundle.ts';
import { handOverCertificate, postCertificate } from './commands/hand-over-certificate.ts';
import { proposeRevocation } from './commands/propose-revocation.ts';
import { recordSignatures } from './commands/record-signatures.ts';
import { listCopies } from './copies.ts';
import { confirmRevocation, declineRevocation, withdrawRevocation } from './decide-revocation.ts';
import { countPosting } from './posting/posting-queries.ts';
import { countCertificates, getCertificate, listCertificates } from './queries.ts';
import { getRevocation, revocations } from './revocations.ts';

export const certificatesPart = partOf(certificatesContract, {
  queries: {
    listCertificates,
    countCertificates,
    getCertificate: (db, scope, { id }) => getCertificate(db, scope, id),
  },
  commands: { handOverCertificate, postCertificate },
  layouts: { listCertificates: [printedCertificatesLayout] },
  exports: [exportList(pendingCertificatesLayout, applicationsContract.listApplications, listApplications)],
});

export const bundlesPart = partOf(bundlesContract, {
  lists: { Bundles: [bundles, bundlesLayout] },
  queries: {
    listBundleColleges,
    getBundle: (db, scope, { id }) => getBundle(db, scope, id),
  },
  commands: { handOverBundle, recordSignatures },
});

export const postingPart = partOf(postingContract, { queries: { countPosting }, commands: {} });

export const revocationsPart = partOf(revocationsContract, {
  lists: { Revocations: [revocations, revocationsLayout] },
  queries: { getRevocation: (db, scope, { id }) => getRevocation(db, scope, id) },
  commands: { proposeRevocation, confirmRevocation, declineRevocation, withdrawRevocation },
});

export const copiesPart = partOf(copiesContract, {
  queries: { listCopies: (db, scope, { id }) => listCopies(db, scope, id) },
  commands: { cancelCopy },
});
