import { routerOf } from '#platform/server/router-of.ts';
import { certificatesContract } from '../contract.ts';
import { handOverCertificate } from './commands/hand-over-certificate.ts';
import { postCertificate } from './commands/post-certificate.ts';
import { countCertificates, getCertificate, listCertificates } from './queries.ts';

export const certificatesRouter = routerOf(certificatesContract, {
  queries: {
    listCertificates,
    countCertificates,
    getCertificate: (db, scope, { id }) => getCertificate(db, scope, id),
  },
  commands: {
    handOverCertificate,
    postCertificate,
  },
});
