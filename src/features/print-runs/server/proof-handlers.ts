import { actorOf } from '#platform/server/context.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { listExport } from '#platform/server/exports/list-export.ts';
import { proofsLayout } from '../columns.ts';
import { proofsContract } from '../proof-contract.ts';
import { makeProof } from './commands/make-proof.ts';
import { refuseProof } from './commands/refuse-proof.ts';
import { signOffProof } from './commands/sign-off-proof.ts';
import { keptProofs, listLayouts, listProofs } from './proofs.ts';

export const proofsPart = partOf(proofsContract, {
  queries: { countProofs: keptProofs.count },
  commands: {
    listProofs: (context, input) => listProofs(context.services, actorOf(context).scope, input),
    listLayouts: async (context) => ({
      layouts: await listLayouts(context.services, actorOf(context).scope),
    }),
    makeProof,
    signOffProof,
    refuseProof,
  },
  exports: [listExport(proofsLayout, proofsContract.listProofs, keptProofs.page)],
});
