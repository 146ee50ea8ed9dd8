import { staffCan } from '../../rules.ts';
import { accountChange } from '../account-change.ts';

/** A second admin stands for a change of address; the person may reset the password before 24 hours are over. */
export const confirmStaffEmail = accountChange('confirmStaffEmail', {
  can: staffCan.confirmEmail,
  change: async ({ actor, now }, { email }) => ({
    event: 'staff.email_confirmed',
    columns: { email_confirmed_at: now, email_confirmed_by: actor.id },
    after: { email },
  }),
});
