import { assertVersion } from '#platform/server/assert-version.ts';
import { changesBetween } from '#platform/server/changes-between.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { Concession } from '../../concession.ts';
import type { ApplicationStatus, CorrectApplicationInput } from '../../contract.ts';
import { applicationCan } from '../../rules.ts';
import { allocate, checkEntry } from '../entry-checks.ts';
import { findConcession, recordConcession } from '../fee.ts';
import { lockApplication } from '../queries.ts';

/** Mends a returned or rejected application and puts it back into the queue; further drafts may come with it. */
export const correctApplication = command(
  'correctApplication',
  async (transaction, { id, version, drafts, ...entry }: CorrectApplicationInput) => {
    const { db, actor, now, audit } = transaction;
    const row = await lockApplication(db, actor.scope, id);
    assertAllowed(applicationCan.correct({ status: row.status as ApplicationStatus }));
    await assertVersion(db, { type: 'application', row }, version);
    const { columns, planned } = await checkEntry(transaction, entry, { drafts, current: row });
    const concession = await findConcession(transaction, row);

    await db
      .updateTable('applications')
      .set({
        ...columns,
        status: 'received',
        corrected_by: actor.id,
        corrected_at: now,
        version: version + 1,
      })
      .where('id', '=', id)
      .execute();
    await recordConcession(transaction, row, concession, entry.concession);
    const { registrationNumber: label, collegeId } = entry;
    await allocate(transaction, { id, label, collegeId }, planned);

    audit({
      event: 'applications.corrected',
      record: { type: 'application', id, label },
      collegeId,
      ...changesBetween(
        { ...row, ...conceded(concession) },
        { ...columns, ...conceded(entry.concession), status: 'received' },
      ),
    });
    return { version: version + 1 };
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
