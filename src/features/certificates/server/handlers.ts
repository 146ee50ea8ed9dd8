import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { certificatesContract } from '../contract.ts';
import { handOverCertificate } from './commands/hand-over-certificate.ts';
import { postCertificate } from './commands/post-certificate.ts';
import { countCertificates, getCertificate, listCertificates } from './queries.ts';

const os = implement(certificatesContract).$context<RequestContext>();

export const certificatesRouter = os.router({
  listCertificates: os.listCertificates.handler(({ context, input }) =>
    listCertificates(context.services.db, actorOf(context).scope, input),
  ),
  countCertificates: os.countCertificates.handler(({ context, input }) =>
    countCertificates(context.services.db, actorOf(context).scope, input),
  ),
  getCertificate: os.getCertificate.handler(({ context, input }) =>
    getCertificate(context.services.db, actorOf(context).scope, input.id),
  ),
  handOverCertificate: os.handOverCertificate.handler(({ context, input }) =>
    handOverCertificate(context, input),
  ),
  postCertificate: os.postCertificate.handler(({ context, input }) => postCertificate(context, input)),
});
