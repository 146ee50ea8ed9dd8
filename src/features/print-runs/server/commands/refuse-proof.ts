import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { proofCan } from '../../rules.ts';
import { lockProof } from '../proofs.ts';

/** Refuses a proof sheet. Once the template is mended, or the sheet printed better, another one is made. */
export const refuseProof = command(
  'refuseProof',
  async ({ db, actor, now, services, audit }, input: { id: string; version: number; remark: string }) => {
    const proof = await lockProof({ db, settings: services.settings }, input.id);
    assertAllowed(proofCan.refuse(proof));
    await assertVersion(db, { type: 'proof', row: proof }, input.version);

    const version = proof.version + 1;
    await db
      .updateTable('proofs')
      .set({ refused_by: actor.id, refused_at: now, refusal_remark: input.remark, version })
      .where('id', '=', proof.id)
      .execute();

    audit({
      event: 'proofs.refused',
      record: { type: 'proof', id: proof.id, label: `${proof.certificateType}, ${proof.colour}` },
      before: { state: proof.state, madeBy: proof.madeBy },
      after: { state: 'refused', remark: input.remark },
    });
    return { version };
  },
);
