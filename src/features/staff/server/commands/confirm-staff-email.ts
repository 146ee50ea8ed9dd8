import { staffRecord } from '#features/auth/server/people.ts';
import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { VersionOfStaff } from '../../contract.ts';
import { staffCan } from '../../rules.ts';
import { lockStaff } from '../facts.ts';

/** A second admin stands for a change of address; the person may reset the password before 24 hours are over. */
export const confirmStaffEmail = command('confirmStaffEmail', async (transaction, input: VersionOfStaff) => {
  const { db, actor, now, audit } = transaction;
  const { row, facts } = await lockStaff(db, input.id);
  assertAllowed(staffCan.confirmEmail(facts, actor.id));
  await assertVersion(db, { type: 'staff', row }, input.version);

  const version = row.version + 1;
  await db
    .updateTable('staff')
    .set({ email_confirmed_at: now, email_confirmed_by: actor.id, version })
    .where('id', '=', row.id)
    .execute();

  audit({
    event: 'staff.email_confirmed',
    record: staffRecord(row),
    collegeId: row.college_id,
    after: { email: row.email },
  });
  return { version };
});
