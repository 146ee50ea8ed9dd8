import '../words.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { auditorsLayout, caseWorkersLayout, everybodyLayout, printersLayout } from '../columns.ts';
import { staffContract } from '../contract.ts';
import { addStaff } from './commands/add-staff.ts';
import {
  confirmStaffEmail,
  disableStaff,
  enableStaff,
  resetAuthenticator,
  unlockStaff,
} from './commands/change-account.ts';
import { deleteStaff } from './commands/delete-staff.ts';
import { editStaff } from './commands/edit-staff.ts';
import { endStaffSessions } from './commands/end-staff-sessions.ts';
import { resendInitialPassword } from './commands/resend-initial-password.ts';
import { personSearch } from './find-people.ts';
import { listPeopleOn } from './people-on-day.ts';
import { getStaff, listStaffCodes, staff } from './queries.ts';
import { actedWithoutRightRule } from './rules/acted-without-right.ts';
import { approverMadeByAskerRule } from './rules/approver-made-by-asker.ts';

const staffPart = partOf(staffContract, {
  lists: { Staff: [staff, everybodyLayout, caseWorkersLayout, printersLayout, auditorsLayout] },
  queries: {
    listStaffCodes,
    listPeopleOn,
    getStaff: (db, { id }, settings) => getStaff(db, id, settings),
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
});

export const server: ServerFeature = {
  rules: [approverMadeByAskerRule, actedWithoutRightRule],
  parts: { staff: staffPart },
  constraints: {
    staff__email_unique: { code: 'staff.email_taken', field: 'email' },
    staff__email_confirmed_by_another: 'staff.own_email_change',
  },
  personal: {
    staff: ['name', 'email', 'mobile', 'mailedTo', 'ip', 'address'],
  },
  personalLabels: ['staff'],
  searches: { person: [personSearch] },
};
