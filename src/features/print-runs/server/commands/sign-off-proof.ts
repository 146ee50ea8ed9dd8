import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { proofCan } from '../../rules.ts';
import { lockProof } from '../proofs.ts';

/** A second person vouches for the proof sheet: from now on runs of its layout may start. */
export const signOffProof = command(
  'signOffProof',
  async ({ db, actor, now, services, audit }, input: { id: string; version: number }) => {
    const proof = await lockProof({ db, settings: services.settings }, input.id);
    assertAllowed(proofCan.signOff(proof, actor.id));
    await assertVersion(db, { type: 'proof', row: proof }, input.version);

    const version = proof.version + 1;
    await db
      .updateTable('proofs')
      .set({ signed_off_by: actor.id, signed_off_at: now, version })
      .where('id', '=', proof.id)
      .execute();

    audit({
      event: 'proofs.signed_off',
      record: { type: 'proof', id: proof.id, label: `${proof.certificateType}, ${proof.colour}` },
      before: { state: proof.state, madeBy: proof.madeBy },
      after: { state: 'signed_off' },
    });
    return { version };
  },
);
