import { command } from '#server/command.ts';
import { refuseUnless } from '#server/refusal.ts';
import { refuseStale } from '#server/refuse-stale.ts';
import type { ReturnReason } from '../../contract.ts';
import { applicationCan } from '../../rules.ts';
import { factsOf } from '../facts.ts';
import { lockApplication } from '../queries.ts';

type ReturnInput = { id: string; version: number; reasons: ReturnReason[]; remark: string };

/** Sends an application back to the receiver, because something other than the fee is wrong. */
export const returnApplication = command('returnApplication', async (transaction, input: ReturnInput) => {
  const { db, actor, now, audit } = transaction;
  const row = await lockApplication(db, actor.scope, input.id);
  refuseUnless(applicationCan.return(factsOf(row), actor.id));
  await refuseStale(db, { type: 'application', row }, input.version);

  const version = row.version + 1;
  await db
    .updateTable('applications')
    .set({
      status: 'returned',
      returned_by: actor.id,
      returned_at: now,
      return_reasons: input.reasons,
      return_remark: input.remark || null,
      version,
    })
    .where('id', '=', row.id)
    .execute();

  audit({
    event: 'applications.returned',
    record: { type: 'application', id: row.id, label: row.registration_number },
    collegeId: row.college_id,
    before: { status: row.status },
    after: { status: 'returned', reasons: input.reasons, remark: input.remark },
  });
  return { version };
});
