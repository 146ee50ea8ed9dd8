import { proofCan } from '../../rules.ts';
import { decideProof, proofCommand } from '../proofs.ts';

/** Refuses a proof sheet. Once the template is mended, or the sheet printed better, another one is made. */
export const refuseProof = proofCommand('refuseProof', async (transaction, { remark, ...proof }) =>
  decideProof(transaction, proof, {
    may: proofCan.refuse,
    set: { refused_by: transaction.actor.id, refused_at: transaction.now, refusal_remark: remark },
    event: 'proofs.refused',
    after: { state: 'refused', remark },
  }),
);
