import { staffRecord } from '#features/auth/server/people.ts';
import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { VersionOfStaff } from '../../contract.ts';
import { staffCan } from '../../rules.ts';
import { lockStaff } from '../facts.ts';

/** Lets a disabled person sign in again, with the password that they had. */
export const enableStaff = command('enableStaff', async (transaction, input: VersionOfStaff) => {
  const { db, audit } = transaction;
  const { row, facts } = await lockStaff(db, input.id);
  assertAllowed(staffCan.enable(facts));
  await assertVersion(db, { type: 'staff', row }, input.version);

  const version = row.version + 1;
  await db.updateTable('staff').set({ disabled_at: null, version }).where('id', '=', row.id).execute();

  audit({
    event: 'staff.enabled',
    record: staffRecord(row),
    collegeId: row.college_id,
    before: { disabledAt: row.disabled_at!.toISOString() },
    after: { disabledAt: null },
  });
  return { version };
});
