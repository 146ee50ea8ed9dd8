import { staffRecord } from '#features/auth/server/people.ts';
import { unlockPerson } from '#features/auth/server/wrong-codes.ts';
import { assertVersion } from '#platform/server/assert-version.ts';
import { command } from '#platform/server/command.ts';
import { assertAllowed } from '#platform/server/domain-error.ts';
import type { VersionOfStaff } from '../../contract.ts';
import { staffCan } from '../../rules.ts';
import { lockStaff } from '../facts.ts';

/** Lifts the lock that too many wrong codes brought, for the person's own devices and for all others. */
export const unlockStaff = command('unlockStaff', async (transaction, input: VersionOfStaff) => {
  const { db, actor, audit } = transaction;
  const { row, facts } = await lockStaff(db, input.id);
  assertAllowed(staffCan.unlock(facts, actor.id));
  await assertVersion(db, { type: 'staff', row }, input.version);

  const version = row.version + 1;
  await unlockPerson(db, row.id);
  await db.updateTable('staff').set({ version }).where('id', '=', row.id).execute();

  audit({
    event: 'staff.unlocked',
    record: staffRecord(row),
    collegeId: row.college_id,
    before: {
      lockedAt: row.locked_at?.toISOString() ?? null,
      unknownDeviceLockedAt: row.unknown_device_locked_at?.toISOString() ?? null,
    },
    after: { lockedAt: null, unknownDeviceLockedAt: null },
  });
  return { version };
});
