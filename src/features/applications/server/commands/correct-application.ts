import { changesBetween } from '#server/changes-between.ts';
import { command } from '#server/command.ts';
import { invalidInput, refuseUnless } from '#server/refusal.ts';
import { refuseStale } from '#server/refuse-stale.ts';
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
import { lockApplication } from '../queries.ts';

/** Mends a returned or rejected application and puts it back into the queue; further drafts may come with it. */
export const correctApplication = command(
  'correctApplication',
  async (transaction, input: CorrectApplicationInput) => {
    const { db, actor, now, audit } = transaction;
    const row = await lockApplication(db, actor.scope, input.id);
    await refuseStale(db, { type: 'application', row }, input.version);
    refuseUnless(applicationCan.correct({ status: row.status as ApplicationStatus }));
    await refuseDraftDates(transaction, input.drafts);
    await refuseUnknownChoices(transaction, input);
    await refuseForeignFiles(transaction, input, [row.photo_file_id, row.receipt_file_id]);
    if (input.totalAmount < row.paid_amount) {
      throw invalidInput([{ path: 'totalAmount', message: 'More than this is paid already.' }]);
    }
    const planned = await planAllocations(transaction, input.drafts, {
      collegeId: input.collegeId,
      pending: input.totalAmount - row.paid_amount,
    });

    const columns = entryColumns(input);
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
    const { registrationNumber: label, collegeId } = input;
    await allocate(transaction, { id: row.id, label, collegeId }, planned);

    audit({
      event: 'applications.corrected',
      record: { type: 'application', id: row.id, label },
      collegeId,
      ...changesBetween(row, { ...columns, status: 'received' }),
    });
    return { version: row.version + 1 };
  },
);
