import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { type ReturnApplicationInput, returnReasonLabels } from '../../decision-contract.ts';
import { applicationCan } from '../../rules.ts';
import { factsOf } from '../facts.ts';
import { endLease, findLease, leaseRefusal } from '../leases.ts';
import { returnedMail } from '../mails.ts';
import { lockApplication } from '../queries.ts';
import { findCollegeEmail, tellCollege } from '../tell-college.ts';

/** Sends an application back to the receiver, because something other than the fee is wrong, and tells its college. */
export const returnApplication = command(
  'returnApplication',
  async (transaction, { id, version, reasons, remark }: ReturnApplicationInput) => {
    const { db, actor, now, audit } = transaction;
    const row = await lockApplication(db, actor.scope, id);
    const lease = await findLease(db, row);
    assertAllowed(applicationCan.return(factsOf(row, lease), actor.id), leaseRefusal(lease));
    await assertVersion(db, { type: 'application', row }, version);

    await db
      .updateTable('applications')
      .set({
        status: 'returned',
        returned_by: actor.id,
        returned_at: now,
        return_reasons: reasons,
        return_remark: remark || null,
        version: version + 1,
      })
      .where('id', '=', row.id)
      .execute();
    await endLease(db, row);
    const mailedTo = await findCollegeEmail(db, row);

    audit({
      event: 'applications.returned',
      record: { type: 'application', id: row.id, label: row.registration_number },
      collegeId: row.college_id,
      before: { status: row.status },
      after: { status: 'returned', reasons, remark, mailedTo },
    });
    await tellCollege(transaction, row, mailedTo, (told) =>
      returnedMail({ ...told, reasons: reasons.map((reason) => returnReasonLabels[reason]), remark }),
    );
    return { version: version + 1, mailedTo };
  },
);
