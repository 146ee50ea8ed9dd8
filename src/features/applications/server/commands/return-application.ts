import { assertOffered } from '#features/masters/server/choices.ts';
import { choiceInWords } from '#shared/choice-lists.ts';
import { returnReasonLabels } from '../../decision-contract.ts';
import { applicationCan } from '../../rules.ts';
import { mailCandidates } from '../candidate-mails.ts';
import { applicationCommand, lockToDecide, sendBackApplication } from '../decisions.ts';
import { returnedMail } from '../mails.ts';

/** Returns an application because something other than the fee is wrong, and mails college and candidate. */
export const returnApplication = applicationCommand('returnApplication', async (transaction, input) => {
  const { reasons, remark } = input;
  const row = await lockToDecide(transaction, input, applicationCan.return);
  await assertOffered(transaction.db, 'return_reasons', { field: 'reasons', given: reasons });
  const labels = reasons.map((reason) => choiceInWords(returnReasonLabels, reason));
  await mailCandidates(transaction, [row.id], { kind: 'returned', reasons: labels });
  return sendBackApplication(transaction, row, {
    event: 'applications.returned',
    columns: {
      status: 'returned',
      returned_by: transaction.actor.id,
      returned_at: transaction.now,
      return_reasons: reasons,
      return_remark: remark || null,
    },
    said: { act: 'returned', by: transaction.actor.id, reasons, remark },
    why: { reasons, remark },
    mail: returnedMail,
  });
});
