import { assertOffered } from '#features/masters/server/choices.ts';
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
  const { columns, convocationNumber } = await reopen(transaction, row, { by: actor.id, reason, remark });
  return sendBackApplication(transaction, row, {
    event: 'applications.reopened',
    columns,
    said: { act: 'reopened', by: actor.id, reasons: [reason], remark },
    why: { reason, remark, convocationNumber },
    mail: reopenedMail,
  });
});
