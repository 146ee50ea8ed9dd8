import { applicationsContract } from '#features/applications/contract.ts';
import { listApplications } from '#features/applications/server/search-applications.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { listExport } from '#platform/server/exports/list-export.ts';
import { pendingCertificatesLayout, printedCertificatesLayout } from '../columns.ts';
import { certificatesContract } from '../contract.ts';
import { handOverCertificate } from './commands/hand-over-certificate.ts';
import { postCertificate } from './commands/post-certificate.ts';
import { countCertificates, getCertificate, listCertificates } from './queries.ts';

export const certificatesPart = partOf(certificatesContract, {
  queries: {
    listCertificates,
    countCertificates,
    getCertificate: (db, scope, { id }) => getCertificate(db, scope, id),
  },
  commands: {
    handOverCertificate,
    postCertificate,
  },
  layouts: {
    listCertificates: [printedCertificatesLayout],
  },
  exports: [listExport(pendingCertificatesLayout, applicationsContract.listApplications, listApplications)],
});
