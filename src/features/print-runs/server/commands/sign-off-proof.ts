import { proofCan } from '../../rules.ts';
import { decideProof, proofCommand } from '../proofs.ts';

/** A second person vouches for the proof sheet: from now on runs of its layout may start. */
export const signOffProof = proofCommand('signOffProof', async (transaction, input) =>
  decideProof(transaction, input, {
    may: proofCan.signOff,
    set: { signed_off_by: transaction.actor.id, signed_off_at: transaction.now },
    event: 'proofs.signed_off',
    after: { state: 'signed_off' },
  }),
);
