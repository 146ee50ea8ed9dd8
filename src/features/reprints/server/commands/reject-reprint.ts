import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { reprintCan } from '../../rules.ts';
import { auditDecision, factsOf, leaveQueue, lockRequest } from '../locked-request.ts';

/** Rejects what somebody else asked for, and says why; if it was approved, the certificate leaves the print queue. */
export const rejectReprint = command(
  'rejectReprint',
  async (transaction, input: { id: string; version: number; remark: string }) => {
    const { db, actor, now } = transaction;
    const locked = await lockRequest(db, actor.scope, input.id);
    const { row } = locked;
    assertAllowed(reprintCan.reject(factsOf(locked), actor.id));
    await assertVersion(db, { type: 'reprint_request', row }, input.version);

    const version = row.version + 1;
    await db
      .updateTable('reprint_requests')
      .set({
        status: 'rejected',
        decided_by: actor.id,
        decided_at: now,
        remark: input.remark,
        state_before: null,
        version,
      })
      .where('id', '=', row.id)
      .execute();

    auditDecision(transaction, locked, {
      event: 'reprints.rejected',
      status: 'rejected',
      remark: input.remark,
    });
    await leaveQueue(transaction, locked);
    return { version };
  },
);
