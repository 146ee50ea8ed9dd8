import { partOf } from '#platform/server/contract-part.ts';
import { auditorsLayout, caseWorkersLayout, everybodyLayout, printersLayout } from '../columns.ts';
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
import { getStaff, listStaffCodes, staff } from './queries.ts';

export const staffPart = partOf(staffContract, {
  queries: {
    listStaff: staff.page,
    countStaff: staff.count,
    listStaffCodes,
    getStaff: (db, _scope, { id }) => getStaff(db, id),
  },
  commands: {
    addStaff,
    editStaff,
    disableStaff,
    enableStaff,
    endStaffSessions,
    confirmStaffEmail,
    unlockStaff,
    resetAuthenticator,
    resendInitialPassword,
    deleteStaff,
  },
  layouts: { listStaff: [everybodyLayout, caseWorkersLayout, printersLayout, auditorsLayout] },
});
