import { assertOffered } from '#features/masters/server/choices.ts';
import { choiceInWords } from '#shared/choice-lists.ts';
import { reopeningReasonLabels } from '../../decision-contract.ts';
import { applicationCan } from '../../rules.ts';
import { applicationCommand, lockToDecide, sendBackApplication } from '../decisions.ts';
import { reopenedMail } from '../mails.ts';
import { reopen } from '../reopen.ts';

/** Undoes a verification because something verified is wrong, and returns the application to the receiver. */
export const reopenApplication = applicationCommand('reopenApplication', async (transaction, input) => {
  const { reason, remark } = input;
  const { db, actor } = transaction;
  const row = await lockToDecide(transaction, input, applicationCan.reopen);
  await assertOffered(db, 'reopening_reasons', { field: 'reason', given: [reason] });
  const label = choiceInWords(reopeningReasonLabels, reason);
  const { columns, convocationNumber } = await reopen(transaction, row, { by: actor.id, reason, remark });
  return sendBackApplication(transaction, row, {
    event: 'applications.reopened',
    columns,
    why: { reason, remark, convocationNumber },
    mail: (told) => reopenedMail(told, { reasons: [label], remark }),
  });
});
