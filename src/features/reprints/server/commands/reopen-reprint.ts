import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { reprintCan } from '../../rules.ts';
import { auditDecision, factsOf, leaveQueue, lockRequest } from '../locked-request.ts';

/** Takes a decision back while nothing was printed: the request is pending again, and its certificate what it was. */
export const reopenReprint = command(
  'reopenReprint',
  async (transaction, input: { id: string; version: number }) => {
    const { db, actor } = transaction;
    const locked = await lockRequest(db, actor.scope, input.id);
    const { row } = locked;
    assertAllowed(reprintCan.reopen(factsOf(locked), actor.id));
    await assertVersion(db, { type: 'reprint_request', row }, input.version);

    const version = row.version + 1;
    await db
      .updateTable('reprint_requests')
      .set({
        status: null,
        decided_by: null,
        decided_at: null,
        remark: null,
        state_before: null,
        version,
      })
      .where('id', '=', row.id)
      .execute();

    auditDecision(transaction, locked, { event: 'reprints.reopened', status: null });
    await leaveQueue(transaction, locked);
    return { version };
  },
);
