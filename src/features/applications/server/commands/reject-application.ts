import { assertOffered } from '#features/masters/server/choices.ts';
import { applicationCan } from '../../rules.ts';
import { mailCandidates } from '../candidate-mails.ts';
import { applicationCommand, lockToDecide, sendBackApplication } from '../decisions.ts';
import { rejectedMail } from '../mails.ts';

/** Rejects an application whose fee is short and mails college and candidate; a further draft brings it back. */
export const rejectApplication = applicationCommand('rejectApplication', async (transaction, input) => {
  const { reason, remark } = input;
  const row = await lockToDecide(transaction, input, applicationCan.reject);
  await assertOffered(transaction.db, 'rejection_reasons', { field: 'reason', given: [reason] });
  await mailCandidates(transaction, [row.id], { kind: 'rejected', pendingAmount: row.pending_amount });
  return sendBackApplication(transaction, row, {
    event: 'applications.rejected',
    columns: {
      status: 'rejected',
      rejected_by: transaction.actor.id,
      rejected_at: transaction.now,
      rejection_cause: 'fee_short',
      rejection_reason: reason,
      rejection_remark: remark,
    },
    said: { act: 'rejected', by: transaction.actor.id, reasons: [reason], remark },
    why: { reason, remark, pending: row.pending_amount },
    mail: rejectedMail,
  });
});
