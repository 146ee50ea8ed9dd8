import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#server/context.ts';
import { certificatesContract } from '../contract.ts';
import { handOverCertificate } from './commands/hand-over-certificate.ts';
import { countCertificates, listCertificates } from './queries.ts';

const os = implement(certificatesContract).$context<RequestContext>();

export const certificatesRouter = os.router({
  listCertificates: os.listCertificates.handler(({ context, input }) =>
    listCertificates(context.services.db, actorOf(context).scope, input),
  ),
  countCertificates: os.countCertificates.handler(({ context, input }) =>
    countCertificates(context.services.db, actorOf(context).scope, input),
  ),
  handOverCertificate: os.handOverCertificate.handler(({ context, input }) =>
    handOverCertificate(context, input),
  ),
});
