import { assertVersion, updateRow } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import { mayTakeBack, standingAct } from '#platform/server/taking-back.ts';
import { mailCandidates } from '../candidate-mails.ts';
import { findLastEntry } from '../conversation.ts';
import { applicationCommand, findMailedTo, mailCollege } from '../decisions.ts';
import { takenBackMail } from '../mails.ts';
import { lockApplication, recordOf } from '../queries.ts';

const undecided = {
  returned: { returned_by: null, returned_at: null, return_reasons: [], return_remark: null },
  rejected: {
    rejected_by: null,
    rejected_at: null,
    rejection_cause: null,
    rejection_reason: null,
    rejection_remark: null,
  },
};

/** Takes back a return or rejection: it waits again as before, and who was mailed is told. Its words stay readable. */
export const takeBackDecision = applicationCommand('takeBackDecision', async (transaction, input) => {
  const { db, actor, now, audit } = transaction;
  const row = await lockApplication(db, input.id);
  await assertVersion(db, { type: 'application', row }, input.version);
  const last = await findLastEntry(db, row);
  assertAllowed(mayTakeBack(standingAct.decision(row, last), actor.id, now));

  const decided = row.status as keyof typeof undecided;
  await db
    .updateTable('conversation_entries')
    .set({ taken_back_by: actor.id, taken_back_at: now })
    .where('id', '=', last!.id)
    .execute();
  const changed = await updateRow(db, 'applications', row, { status: 'received', ...undecided[decided] });
  const mailedTo = await findMailedTo(db, row);
  audit({
    event: 'applications.decision_taken_back',
    ...recordOf(row),
    before: { status: decided },
    after: { status: 'received', mailedTo },
  });
  if (mailedTo !== null)
    await mailCollege(transaction, row, mailedTo, (told) => takenBackMail(told, decided));
  await mailCandidates(transaction, [row.id], { kind: 'goes_on' });
  return changed;
});
