import type { InputOf } from '#platform/contract/operation.ts';
import { command } from '#platform/server/command.ts';
import type { proofsContract } from '../../proof-contract.ts';
import { proofCan } from '../../rules.ts';
import { decideProof } from '../proofs.ts';

/** Refuses a proof sheet. Once the template is mended, or the sheet printed better, another one is made. */
export const refuseProof = command(
  'refuseProof',
  async (transaction, { remark, ...proof }: InputOf<typeof proofsContract.refuseProof>) =>
    decideProof(transaction, proof, {
      may: proofCan.refuse,
      set: { refused_by: transaction.actor.id, refused_at: transaction.now, refusal_remark: remark },
      event: 'proofs.refused',
      after: { state: 'refused', remark },
    }),
);
