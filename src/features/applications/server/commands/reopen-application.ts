import { v7 as uuid } from 'uuid';
import { assertOffered } from '#features/masters/server/choices.ts';
import { type CommandTransaction, updateRow } from '#platform/server/command.ts';
import { choiceInWords } from '#shared/choice-lists.ts';
import { reopeningReasonLabels } from '../../decision-contract.ts';
import { applicationCan } from '../../rules.ts';
import { applicationCommand, lockToDecide, sendBackApplication } from '../decisions.ts';
import { endReprintRequest, lockReprintRequests } from '../end-reprint-request.ts';
import { reopenedMail } from '../mails.ts';

/**
 * Undoes a verification because something verified is wrong, and returns the application to the receiver. The
 * certificate keeps its number and is withheld until the application is verified again.
 */
export const reopenApplication = applicationCommand('reopenApplication', async (transaction, input) => {
  const { reason, remark } = input;
  const { db, actor, now } = transaction;
  const row = await lockToDecide(transaction, input, applicationCan.reopen);
  await assertOffered(db, 'reopening_reasons', { field: 'reason', given: [reason] });
  const label = choiceInWords(reopeningReasonLabels, reason);
  const { verified_by, verified_at, certificate_id } = row;
  await lockReprintRequests(db, certificate_id!);

  // A trigger on this table locks the certificate and rejects one that a run took after the rule was checked.
  await db
    .insertInto('reopenings')
    .values({
      id: uuid(),
      application_id: row.id,
      reason,
      remark: remark || null,
      reopened_by: actor.id,
      reopened_at: now,
      verified_by,
      verified_at,
    })
    .execute();
  const convocationNumber = await withhold(transaction, certificate_id!, reason);
  return sendBackApplication(transaction, row, {
    event: 'applications.reopened',
    columns: {
      status: 'returned',
      verified_by: null,
      verified_at: null,
      returned_by: actor.id,
      returned_at: now,
      return_reasons: [reason],
      return_remark: remark || null,
    },
    why: { reason, remark, convocationNumber },
    mail: (told) => reopenedMail(told, { reasons: [label], remark }),
  });
});

/** Also removes it from the print queue if a reprint put it there: the next verification requests a new copy. */
async function withhold(transaction: CommandTransaction, id: string, reason: string): Promise<string> {
  const { db, now, audit } = transaction;
  const certificate = await db
    .selectFrom('certificates')
    .where('id', '=', id)
    .select(['id', 'version', 'college_id', 'convocation_number', 'state', 'withheld_at'])
    .executeTakeFirstOrThrow();
  const { convocation_number: label } = certificate;
  const { state } = await endReprintRequest(transaction, certificate, { with: 'reopened', reason });
  await updateRow(db, 'certificates', certificate, { state, withheld_at: certificate.withheld_at ?? now });
  audit({
    event: 'certificates.withheld',
    record: { type: 'certificate', id, label },
    collegeId: certificate.college_id,
    before: { state: certificate.state },
    after: { state, reason },
  });
  return label;
}
