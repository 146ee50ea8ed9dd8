import { confirmSetUp } from '#features/masters/server/set-up.ts';
import { proofCan } from '../../rules.ts';
import { assertRecordsInScope } from '../proof-records.ts';
import { decideProof, proofCommand } from '../proofs.ts';

/** A second person signs off the proof sheet: runs of its layout may start from now on. */
export const signOffProof = proofCommand('signOffProof', async (transaction, input) => {
  await assertRecordsInScope(transaction.db, input.id);
  const { label, ...decided } = await decideProof(transaction, input, {
    may: proofCan.signOff,
    set: { signed_off_by: transaction.actor.id, signed_off_at: transaction.now },
    event: 'proofs.signed_off',
    after: { state: 'signed_off' },
  });
  await confirmSetUp(transaction, { id: input.id, label });
  return decided;
});

/** Refuses a proof sheet. Another one is made once the template is corrected or the sheet printed better. */
export const refuseProof = proofCommand('refuseProof', async (transaction, { remark, ...proof }) => {
  const { version } = await decideProof(transaction, proof, {
    may: proofCan.refuse,
    set: { refused_by: transaction.actor.id, refused_at: transaction.now, refusal_remark: remark },
    event: 'proofs.refused',
    after: { state: 'refused', remark },
  });
  return { version };
});
