import { staffRecord } from '#features/auth/server/people.ts';
import { endSessionsOf } from '#features/auth/server/sessions.ts';
import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { VersionOfStaff } from '../../contract.ts';
import { staffCan } from '../../rules.ts';
import { lockAdmins, lockStaff } from '../facts.ts';

/** Shuts a person out: no sign-in from now on, and every session ends with this transaction. */
export const disableStaff = command('disableStaff', async (transaction, input: VersionOfStaff) => {
  const { db, actor, now, audit } = transaction;
  await lockAdmins(db);
  const { row, facts } = await lockStaff(db, input.id);
  assertAllowed(staffCan.disable(facts, actor.id));
  await assertVersion(db, { type: 'staff', row }, input.version);

  const version = row.version + 1;
  await db.updateTable('staff').set({ disabled_at: now, version }).where('id', '=', row.id).execute();
  await endSessionsOf(db, row.id);

  audit({
    event: 'staff.disabled',
    record: staffRecord(row),
    collegeId: row.college_id,
    before: { disabledAt: null },
    after: { disabledAt: now.toISOString() },
  });
  return { version };
});
