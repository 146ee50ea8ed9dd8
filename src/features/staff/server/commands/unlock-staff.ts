import { unlockPerson } from '#features/auth/server/wrong-codes.ts';
import { staffCan } from '../../rules.ts';
import { accountChange } from '../account-change.ts';

/** Lifts the lock that too many wrong codes brought, for the person's own devices and for all others. */
export const unlockStaff = accountChange('unlockStaff', {
  can: staffCan.unlock,
  async change({ db }, row) {
    await unlockPerson(db, row.id);
    return {
      event: 'staff.unlocked',
      before: {
        lockedAt: row.locked_at?.toISOString() ?? null,
        unknownDeviceLockedAt: row.unknown_device_locked_at?.toISOString() ?? null,
      },
      after: { lockedAt: null, unknownDeviceLockedAt: null },
    };
  },
});
