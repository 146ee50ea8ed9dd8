import { v7 as uuid } from 'uuid';
import { command } from '#platform/server/command.ts';
import { nextNumber } from '#platform/server/db/numbers.ts';
import type { ReceiveApplicationInput } from '../../contract.ts';
import {
  allocate,
  planAllocations,
  refuseDraftDates,
  refuseForeignFiles,
  refuseUnknownChoices,
} from '../entry-checks.ts';
import { entryColumns } from '../entry-columns.ts';
import { recordConcession, settleFee } from '../fee.ts';

/** Receives an application at the counter. Its acknowledgement number is gapless, so it is taken last. */
export const receiveApplication = command(
  'receiveApplication',
  async (transaction, input: ReceiveApplicationInput) => {
    const { db, actor, now, audit } = transaction;
    await refuseDraftDates(transaction, input.drafts);
    await refuseUnknownChoices(transaction, input);
    await refuseForeignFiles(transaction, input);
    const fee = await settleFee(transaction, input);
    const planned = await planAllocations(transaction, input.drafts, {
      collegeId: input.collegeId,
      pending: input.totalAmount,
    });

    const id = uuid();
    const acknowledgementNumber = await nextNumber(db, 'acknowledgement');
    await db
      .insertInto('applications')
      .values({
        id,
        acknowledgement_number: acknowledgementNumber,
        ...entryColumns(input),
        fee_amount: fee,
        received_by: actor.id,
        received_at: now,
      })
      .execute();
    await recordConcession(transaction, { id }, null, input.concession);
    const { registrationNumber: label, collegeId } = input;
    await allocate(transaction, { id, label, collegeId }, planned);

    const { drafts: _, ...entered } = input;
    audit({
      event: 'applications.received',
      record: { type: 'application', id, label },
      collegeId,
      after: { ...entered, acknowledgementNumber, status: 'received' },
    });
    return { id, acknowledgementNumber };
  },
);
