import { implement } from '@orpc/server';
import { actorOf, type RequestContext } from '#platform/server/context.ts';
import { proofsContract } from '../proof-contract.ts';
import { makeProof } from './commands/make-proof.ts';
import { refuseProof } from './commands/refuse-proof.ts';
import { signOffProof } from './commands/sign-off-proof.ts';
import { countProofs, listLayouts, listProofs } from './proofs.ts';

const os = implement(proofsContract).$context<RequestContext>();

export const proofsRouter = os.router({
  listProofs: os.listProofs.handler(({ context, input }) => listProofs(context.services, input)),
  countProofs: os.countProofs.handler(({ context, input }) => countProofs(context.services.db, input)),
  listLayouts: os.listLayouts.handler(async ({ context }) => ({
    layouts: await listLayouts(context.services, actorOf(context).scope),
  })),
  makeProof: os.makeProof.handler(({ context, input }) => makeProof(context, input)),
  signOffProof: os.signOffProof.handler(({ context, input }) => signOffProof(context, input)),
  refuseProof: os.refuseProof.handler(({ context, input }) => refuseProof(context, input)),
});
