import { mailCandidates } from '#features/applications/server/candidate-mails.ts';
import { assertVersion, commandOf, updateRow } from '#platform/server/command.ts';
import { assertAllowed, domainError } from '#platform/server/domain-error.ts';
import { mayTakeBack, standingAct } from '#platform/server/taking-back.ts';
import type { certificatesContract } from '../../contract.ts';
import { findHandOver } from '../hand-overs.ts';
import { lockCertificate, recordOf } from '../record-hand-over.ts';

/** Takes back a hand-over: the copy is in the office, and an earlier one that came back for it is out again. */
export const takeBackHandOver = commandOf<typeof certificatesContract>()(
  'takeBackHandOver',
  async (transaction, { id, version }) => {
    const { db, actor, now, audit } = transaction;
    const certificate = await lockCertificate(db, id);
    await assertVersion(db, { type: 'certificate', row: certificate }, version);
    const handOver = await findHandOver(db, id);
    if (handOver?.way === 'bundle') throw domainError('certificates.left_in_bundle');
    assertAllowed(mayTakeBack(handOver ? standingAct.handOver(handOver) : null, actor.id, now));
    const { sheet_id, way, handed_over_by, handed_over_at } = handOver!;

    await db.deleteFrom('hand_overs').where('sheet_id', '=', sheet_id).execute();
    const copies = db.selectFrom('sheets').select('id').where('certificate_id', '=', id);
    const earlier = await db
      .updateTable('hand_overs')
      .set({
        surrender: null,
        surrender_remark: null,
        surrender_recorded_by: null,
        surrender_recorded_at: null,
      })
      .where('sheet_id', 'in', copies)
      .where('surrender_recorded_by', '=', handed_over_by)
      .where('surrender_recorded_at', '=', handed_over_at)
      .returning('sheet_id')
      .executeTakeFirst();
    const before = await db
      .selectFrom('hand_overs')
      .where('sheet_id', 'in', copies)
      .orderBy('handed_over_at', 'desc')
      .limit(1)
      .select(['handed_over_by', 'handed_over_at'])
      .executeTakeFirst();
    const changed = await updateRow(db, 'certificates', certificate, {
      state: 'printed',
      ...(before ?? { handed_over_by: null, handed_over_at: null }),
    });

    const { collected_by, identity_seen, carrier, tracking_number, posted_on } = handOver!;
    audit({
      event: 'certificates.hand_over_taken_back',
      ...recordOf(certificate),
      before: {
        state: certificate.state,
        way,
        ...(way === 'post'
          ? { carrier, trackingNumber: tracking_number, postedOn: posted_on }
          : { collectedBy: collected_by, identitySeen: identity_seen }),
      },
      after: { state: 'printed', ...(earlier && { earlierCopyIsOut: true }) },
    });
    if (way === 'post') await mailCandidates(transaction, [certificate.application_id], { kind: 'not_sent' });
    return changed;
  },
);
