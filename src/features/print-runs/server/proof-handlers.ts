import { actorOf } from '#platform/server/context.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { listExport } from '#platform/server/exports/list-export.ts';
import { proofsLayout } from '../columns.ts';
import { proofsContract } from '../proof-contract.ts';
import { makeProof } from './commands/make-proof.ts';
import { refuseProof } from './commands/refuse-proof.ts';
import { signOffProof } from './commands/sign-off-proof.ts';
import { countProofs, listKeptProofs, listLayouts, listProofs } from './proofs.ts';

export const proofsPart = partOf(proofsContract, {
  queries: {
    countProofs: (db, _scope, input) => countProofs(db, input),
  },
  commands: {
    listProofs: (context, input) => listProofs(context.services, input),
    listLayouts: async (context) => ({
      layouts: await listLayouts(context.services, actorOf(context).scope),
    }),
    makeProof,
    signOffProof,
    refuseProof,
  },
  exports: [
    listExport(proofsLayout, proofsContract.listProofs, (db, _scope, input) => listKeptProofs(db, input)),
  ],
});
