import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { type RejectApplicationInput, rejectionReasonLabels } from '../../decision-contract.ts';
import { applicationCan } from '../../rules.ts';
import { factsOf } from '../facts.ts';
import { endLease, findLease, leaseRefusal } from '../leases.ts';
import { rejectedMail } from '../mails.ts';
import { lockApplication } from '../queries.ts';
import { findCollegeEmail, tellCollege } from '../tell-college.ts';

/** Rejects an application whose fee is short, and tells its college; a further draft brings it back. */
export const rejectApplication = command(
  'rejectApplication',
  async (transaction, { id, version, reason, remark }: RejectApplicationInput) => {
    const { db, actor, now, audit } = transaction;
    const row = await lockApplication(db, actor.scope, id);
    const lease = await findLease(db, row);
    assertAllowed(applicationCan.reject(factsOf(row, lease), actor.id), leaseRefusal(lease));
    await assertVersion(db, { type: 'application', row }, version);

    await db
      .updateTable('applications')
      .set({
        status: 'rejected',
        rejected_by: actor.id,
        rejected_at: now,
        rejection_cause: 'fee_short',
        rejection_reason: reason,
        rejection_remark: remark,
        version: version + 1,
      })
      .where('id', '=', row.id)
      .execute();
    await endLease(db, row);
    const mailedTo = await findCollegeEmail(db, row);

    audit({
      event: 'applications.rejected',
      record: { type: 'application', id: row.id, label: row.registration_number },
      collegeId: row.college_id,
      before: { status: row.status },
      after: { status: 'rejected', reason, remark, pending: row.pending_amount, mailedTo },
    });
    await tellCollege(transaction, row, mailedTo, (told) =>
      rejectedMail({ ...told, reasons: [rejectionReasonLabels[reason]], remark }),
    );
    return { version: version + 1, mailedTo };
  },
);
