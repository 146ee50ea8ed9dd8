import { mailPerson, passkeysRemovedMail } from '#features/auth/server/mails.ts';
import { removePasskeys } from '#features/auth/server/passkeys.ts';
import { removeAuthenticator } from '#features/auth/server/remove-authenticator.ts';
import { endSessionsOf } from '#features/auth/server/sessions.ts';
import { unlockPerson } from '#features/auth/server/wrong-codes.ts';
import { staffCan } from '../../rules.ts';
import { accountChange } from '../account-change.ts';

/** Lets a disabled person sign in again, as before except for the deleted passkeys. */
export const enableStaff = accountChange('enableStaff', {
  can: staffCan.enable,
  change: async (_transaction, row) => ({
    event: 'staff.enabled',
    columns: { disabled_at: null },
    before: { disabledAt: row.disabled_at!.toISOString() },
    after: { disabledAt: null },
  }),
});

/** Disables a person: no sign-in from now on; all sessions and passkeys are deleted in this transaction. */
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

/** Lifts the lock after too many wrong codes, for the person's own devices and for all others. */
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

/** A second admin confirms a change of address, which ends its hold before 24 hours have passed. */
export const confirmStaffEmail = accountChange('confirmStaffEmail', {
  can: staffCan.confirmEmail,
  change: async ({ actor, now }, { email }) => ({
    event: 'staff.email_confirmed',
    columns: { email_confirmed_at: now, email_confirmed_by: actor.id },
    after: { email },
  }),
});

/**
 * Helps somebody who lost a device: the next code is mailed, the authenticator app has to be set up again, and passkeys
 * on the device no longer work.
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
