import type { InputOf } from '#platform/contract/operation.ts';
import { command } from '#platform/server/command.ts';
import type { proofsContract } from '../../proof-contract.ts';
import { proofCan } from '../../rules.ts';
import { decideProof } from '../proofs.ts';

/** A second person vouches for the proof sheet: from now on runs of its layout may start. */
export const signOffProof = command(
  'signOffProof',
  async (transaction, input: InputOf<typeof proofsContract.signOffProof>) =>
    decideProof(transaction, input, {
      may: proofCan.signOff,
      set: { signed_off_by: transaction.actor.id, signed_off_at: transaction.now },
      event: 'proofs.signed_off',
      after: { state: 'signed_off' },
    }),
);
