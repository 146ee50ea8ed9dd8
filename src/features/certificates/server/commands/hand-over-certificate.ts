import { command } from '#server/command.ts';
import { inScope } from '#server/db/database.ts';
import { refusal, refuseUnless } from '#server/refusal.ts';
import { refuseStale } from '#server/refuse-stale.ts';
import type { CertificateState } from '../../contract.ts';
import { certificateCan } from '../../rules.ts';

type HandOverInput = { id: string; version: number; collectedBy: string; identitySeen: string };

/** Records who collected the printed sheet and which identity paper was seen. */
export const handOverCertificate = command(
  'handOverCertificate',
  async (transaction, input: HandOverInput) => {
    const { db, actor, now, audit } = transaction;
    const row = await inScope(db, actor.scope, 'certificates')
      .selectAll('certificates')
      .where('certificates.id', '=', input.id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw refusal('certificates.not_found');
    refuseUnless(
      certificateCan.handOver({ state: row.state as CertificateState, withheldAt: row.withheld_at }),
    );
    await refuseStale(db, { type: 'certificate', row }, input.version);

    const version = row.version + 1;
    await db
      .updateTable('certificates')
      .set({
        state: 'handed_over',
        handed_over_at: now,
        handed_over_by: actor.id,
        collected_by: input.collectedBy,
        identity_seen: input.identitySeen,
        version,
      })
      .where('id', '=', row.id)
      .execute();

    audit({
      event: 'certificates.handed_over',
      record: { type: 'certificate', id: row.id, label: row.convocation_number },
      collegeId: row.college_id,
      before: { state: row.state },
      after: { state: 'handed_over', collectedBy: input.collectedBy, identitySeen: input.identitySeen },
    });
    return { version };
  },
);
