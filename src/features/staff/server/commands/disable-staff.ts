import { endSessionsOf } from '#features/auth/server/sessions.ts';
import { staffCan } from '../../rules.ts';
import { accountChange } from '../account-change.ts';

/** Shuts a person out: no sign-in from now on, and every session ends with this transaction. */
export const disableStaff = accountChange('disableStaff', {
  can: staffCan.disable,
  takesAdmin: true,
  async change({ db, now }, row) {
    await endSessionsOf(db, row.id);
    return {
      event: 'staff.disabled',
      columns: { disabled_at: now },
      before: { disabledAt: null },
      after: { disabledAt: now.toISOString() },
    };
  },
});
