import { command } from '#server/command.ts';
import { refuseUnless } from '#server/refusal.ts';
import { refuseStale } from '#server/refuse-stale.ts';
import { applicationCan } from '../../rules.ts';
import { factsOf } from '../facts.ts';
import { lockApplication } from '../queries.ts';

type RejectInput = { id: string; version: number; remark: string };

/** Rejects an application whose fee is short; a further draft brings it back. */
export const rejectApplication = command('rejectApplication', async (transaction, input: RejectInput) => {
  const { db, actor, now, audit } = transaction;
  const row = await lockApplication(db, actor.scope, input.id);
  refuseUnless(applicationCan.reject(factsOf(row), actor.id));
  await refuseStale(db, { type: 'application', row }, input.version);

  const version = row.version + 1;
  await db
    .updateTable('applications')
    .set({
      status: 'rejected',
      rejected_by: actor.id,
      rejected_at: now,
      rejection_cause: 'fee_short',
      rejection_remark: input.remark,
      version,
    })
    .where('id', '=', row.id)
    .execute();

  audit({
    event: 'applications.rejected',
    record: { type: 'application', id: row.id, label: row.registration_number },
    collegeId: row.college_id,
    before: { status: row.status },
    after: { status: 'rejected', remark: input.remark, pending: row.pending_amount },
  });
  return { version };
});
