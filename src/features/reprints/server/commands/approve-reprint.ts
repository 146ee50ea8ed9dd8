import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { reprintCan } from '../../rules.ts';
import { auditDecision, factsOf, lockRequest, moveCertificate } from '../locked-request.ts';

/** Approves what somebody else asked for: the certificate joins the print queue, and the request keeps what it was before. */
export const approveReprint = command(
  'approveReprint',
  async (transaction, input: { id: string; version: number }) => {
    const { db, actor, now, audit } = transaction;
    const locked = await lockRequest(db, actor.scope, input.id);
    const { row, certificate } = locked;
    assertAllowed(reprintCan.approve(factsOf(locked), actor.id));
    await assertVersion(db, { type: 'reprint_request', row }, input.version);

    const version = row.version + 1;
    await db
      .updateTable('reprint_requests')
      .set({
        status: 'approved',
        decided_by: actor.id,
        decided_at: now,
        remark: null,
        state_before: certificate.state,
        version,
      })
      .where('id', '=', row.id)
      .execute();
    await moveCertificate(db, certificate.id, { state: 'to_print', waitingSince: now });

    auditDecision(transaction, locked, { event: 'reprints.approved', status: 'approved' });
    audit({
      event: 'certificates.queued_for_reprint',
      record: { type: 'certificate', id: certificate.id, label: certificate.convocation_number },
      collegeId: row.college_id,
      before: { state: certificate.state },
      after: { state: 'to_print', reason: row.reason },
    });
    return { version };
  },
);
