import { mailPerson, passkeysRemovedMail } from '#features/auth/server/mails.ts';
import { removePasskeys } from '#features/auth/server/passkeys.ts';
import { removeAuthenticator } from '#features/auth/server/remove-authenticator.ts';
import { endSessionsOf } from '#features/auth/server/sessions.ts';
import { unlockPerson } from '#features/auth/server/wrong-codes.ts';
import { staffCan } from '../../rules.ts';
import { accountChange } from '../account-change.ts';

/** Lets a disabled person sign in again, as before but for the passkeys. */
export const enableStaff = accountChange('enableStaff', {
  can: staffCan.enable,
  change: async (_transaction, row) => ({
    event: 'staff.enabled',
    columns: { disabled_at: null },
    before: { disabledAt: row.disabled_at!.toISOString() },
    after: { disabledAt: null },
  }),
});

/** Shuts a person out: no sign-in from now on; every session ends and every passkey goes with this transaction. */
export const disableStaff = accountChange('disableStaff', {
  can: staffCan.disable,
  takesAdmin: true,
  async change(transaction, row) {
    const { db, now } = transaction;
    await endSessionsOf(db, row.id);
    await removePasskeys(transaction, row);
    return {
      event: 'staff.disabled',
      columns: { disabled_at: now },
      before: { disabledAt: null },
      after: { disabledAt: now.toISOString() },
    };
  },
});

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

/** A second admin stands for a change of address; its hold ends before 24 hours are over. */
export const confirmStaffEmail = accountChange('confirmStaffEmail', {
  can: staffCan.confirmEmail,
  change: async ({ actor, now }, { email }) => ({
    event: 'staff.email_confirmed',
    columns: { email_confirmed_at: now, email_confirmed_by: actor.id },
    after: { email },
  }),
});

/**
 * Helps somebody who lost a device: the next code is mailed, the app is set up anew before anything else, and a passkey
 * on the device opens nothing any more.
 */
export const resetAuthenticator = accountChange('resetAuthenticator', {
  can: staffCan.resetAuthenticator,
  async change(transaction, row) {
    await removeAuthenticator(transaction, row);
    if ((await removePasskeys(transaction, row)) > 0) await mailPerson(transaction, row, passkeysRemovedMail);
    await endSessionsOf(transaction.db, row.id);
    return { event: 'staff.authenticator_reset' };
  },
});
