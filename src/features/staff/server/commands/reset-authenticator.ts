import { removeAuthenticator } from '#features/auth/server/remove-authenticator.ts';
import { endSessionsOf } from '#features/auth/server/sessions.ts';
import { staffCan } from '../../rules.ts';
import { accountChange } from '../account-change.ts';

/** Helps somebody who lost their phone: the next code is mailed, and the app is set up anew before anything else. */
export const resetAuthenticator = accountChange('resetAuthenticator', {
  can: staffCan.resetAuthenticator,
  async change(transaction, row) {
    await removeAuthenticator(transaction, row);
    await endSessionsOf(transaction.db, row.id);
    return { event: 'staff.authenticator_reset' };
  },
});
