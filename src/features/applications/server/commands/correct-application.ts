import { assertVersion } from '#platform/server/assert-version.ts';
import { changesBetween } from '#platform/server/changes-between.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed, invalidInput } from '#platform/server/domain-error.ts';
import type { Concession } from '../../concession.ts';
import type { ApplicationStatus, CorrectApplicationInput } from '../../contract.ts';
import { applicationCan } from '../../rules.ts';
import {
  allocate,
  planAllocations,
  refuseDraftDates,
  refuseForeignFiles,
  refuseUnknownChoices,
} from '../entry-checks.ts';
import { entryColumns } from '../entry-columns.ts';
import { findConcession, recordConcession, settleFee } from '../fee.ts';
import { lockApplication } from '../queries.ts';

/** Mends a returned or rejected application and puts it back into the queue; further drafts may come with it. */
export const correctApplication = command(
  'correctApplication',
  async (transaction, input: CorrectApplicationInput) => {
    const { db, actor, now, audit } = transaction;
    const row = await lockApplication(db, actor.scope, input.id);
    assertAllowed(applicationCan.correct({ status: row.status as ApplicationStatus }));
    await assertVersion(db, { type: 'application', row }, input.version);
    await refuseDraftDates(transaction, input.drafts);
    await refuseUnknownChoices(transaction, input);
    await refuseForeignFiles(transaction, input, [row.photo_file_id, row.receipt_file_id]);
    const fee = await settleFee(transaction, input, row);
    const concession = await findConcession(transaction, row);
    if (input.totalAmount < row.paid_amount) {
      throw invalidInput([{ path: 'totalAmount', message: 'More than this is paid already.' }]);
    }
    const planned = await planAllocations(transaction, input.drafts, {
      collegeId: input.collegeId,
      pending: input.totalAmount - row.paid_amount,
    });

    const columns = { ...entryColumns(input), fee_amount: fee };
    await db
      .updateTable('applications')
      .set({
        ...columns,
        status: 'received',
        corrected_by: actor.id,
        corrected_at: now,
        version: row.version + 1,
      })
      .where('id', '=', row.id)
      .execute();
    await recordConcession(transaction, row, concession, input.concession);
    const { registrationNumber: label, collegeId } = input;
    await allocate(transaction, { id: row.id, label, collegeId }, planned);

    audit({
      event: 'applications.corrected',
      record: { type: 'application', id: row.id, label },
      collegeId,
      ...changesBetween(
        { ...row, ...conceded(concession) },
        { ...columns, ...conceded(input.concession), status: 'received' },
      ),
    });
    return { version: row.version + 1 };
  },
);

/** As the audit log names the parts of a concession. */
function conceded(concession: Concession | null) {
  return {
    concession_amount: concession?.amount ?? null,
    concession_reason: concession?.reason ?? null,
    concession_authority: concession?.authority ?? null,
  };
}
