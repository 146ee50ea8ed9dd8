import { assertVersion, updateRow } from '#platform/server/command.ts';
import { assertAllowed, fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { reprintCan } from '../../rules.ts';
import { lockRequest, reprintCommand } from '../decide-request.ts';

/** Records a concession on the charge of a reprint; approving the request confirms it. */
export const concedeReprint = reprintCommand(
  'concedeReprint',
  async (transaction, { id, version, ...concession }) => {
    const { db, actor, now, audit } = transaction;
    const { row, certificate, facts, charge } = await lockRequest(transaction, id);
    assertAllowed(reprintCan.concede(facts));
    await assertVersion(db, { type: 'reprint_request', row }, version);
    const { id: chargeId, pendingAmount: fee } = charge!;
    if (concession.amount > fee)
      throw invalidInput([fieldError('amount', 'applications.concession_too_large', { fee })]);

    await db
      .insertInto('concessions')
      .values({
        ...concession,
        application_id: certificate.application_id,
        reprint_request_id: row.id,
        recorded_by: actor.id,
        recorded_at: now,
      })
      .execute();
    const { pending_amount: pending } = await db
      .updateTable('charges')
      .set({ concession_amount: concession.amount })
      .where('id', '=', chargeId)
      .returning('pending_amount')
      .executeTakeFirstOrThrow();
    const changed = await updateRow(db, 'reprint_requests', row, {});

    audit({
      event: 'reprints.conceded',
      record: { type: 'reprint_request', id: row.id, label: certificate.convocation_number },
      collegeId: row.college_id,
      after: { concession, pending },
    });
    return changed;
  },
);
