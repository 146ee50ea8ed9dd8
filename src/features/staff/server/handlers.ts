import { implement } from '@orpc/server';
import type { RequestContext } from '#platform/server/context.ts';
import { staffContract } from '../contract.ts';
import { addStaff } from './commands/add-staff.ts';
import { confirmStaffEmail } from './commands/confirm-staff-email.ts';
import { deleteStaff } from './commands/delete-staff.ts';
import { disableStaff } from './commands/disable-staff.ts';
import { editStaff } from './commands/edit-staff.ts';
import { enableStaff } from './commands/enable-staff.ts';
import { endStaffSessions } from './commands/end-staff-sessions.ts';
import { resendInitialPassword } from './commands/resend-initial-password.ts';
import { resetAuthenticator } from './commands/reset-authenticator.ts';
import { unlockStaff } from './commands/unlock-staff.ts';
import { countStaff, getStaff, listStaff, listStaffCodes } from './queries.ts';

const os = implement(staffContract).$context<RequestContext>();

/** Staff is administered for the whole university by admins, who have no college code. */
export const staffRouter = os.router({
  listStaff: os.listStaff.handler(({ context, input }) => listStaff(context.services.db, input)),
  countStaff: os.countStaff.handler(({ context, input }) => countStaff(context.services.db, input)),
  listStaffCodes: os.listStaffCodes.handler(({ context }) => listStaffCodes(context.services.db)),
  getStaff: os.getStaff.handler(({ context, input }) => getStaff(context.services.db, input.id)),
  addStaff: os.addStaff.handler(({ context, input }) => addStaff(context, input)),
  editStaff: os.editStaff.handler(({ context, input }) => editStaff(context, input)),
  disableStaff: os.disableStaff.handler(({ context, input }) => disableStaff(context, input)),
  enableStaff: os.enableStaff.handler(({ context, input }) => enableStaff(context, input)),
  endStaffSessions: os.endStaffSessions.handler(({ context, input }) => endStaffSessions(context, input)),
  confirmStaffEmail: os.confirmStaffEmail.handler(({ context, input }) => confirmStaffEmail(context, input)),
  unlockStaff: os.unlockStaff.handler(({ context, input }) => unlockStaff(context, input)),
  resetAuthenticator: os.resetAuthenticator.handler(({ context, input }) =>
    resetAuthenticator(context, input),
  ),
  resendInitialPassword: os.resendInitialPassword.handler(({ context, input }) =>
    resendInitialPassword(context, input),
  ),
  deleteStaff: os.deleteStaff.handler(({ context, input }) => deleteStaff(context, input)),
});
