import { staffCan } from '../../rules.ts';
import { accountChange } from '../account-change.ts';

/** Lets a disabled person sign in again, with the password that they had. */
export const enableStaff = accountChange('enableStaff', {
  can: staffCan.enable,
  change: async (_transaction, row) => ({
    event: 'staff.enabled',
    columns: { disabled_at: null },
    before: { disabledAt: row.disabled_at!.toISOString() },
    after: { disabledAt: null },
  }),
});
