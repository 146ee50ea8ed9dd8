import { declareNames, type FeatureNames } from '#shared/feature.ts';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { staffContract } from './contract.ts';
import { staffErrors } from './errors.ts';

/** The page for editing a person of each role: the form that adds one, or for an admin the list of all users. */
const staffForms: Record<Role, string> = {
  admin: '/admin/user-management',
  case_worker: '/admin/add-case-worker',
  receiver: '/admin/add-application-receiver',
  printer: '/admin/add-printer',
  auditor: '/admin/add-auditor',
};

const names = {
  paths: {
    admin: {
      userManagement: '/admin/user-management',
      caseWorkerManagement: '/admin/case-worker-management',
      editStaff: ({ id, role }: { id: string; role: Role }) =>
        `${staffForms[role]}?edit=${encodeURIComponent(id)}`,
      addCaseWorker: '/admin/add-case-worker',
      applicationReceiverManagement: '/admin/application-receiver-management',
      addApplicationReceiver: '/admin/add-application-receiver',
      printerManagement: '/admin/printer-management',
      addPrinter: '/admin/add-printer',
      auditorManagement: '/admin/auditor-management',
      addAuditor: '/admin/add-auditor',
    },
  },
  errors: staffErrors,
  permissions: {
    'staff:read': ['admin'],
    'staff:edit': ['admin'],
  },
  events: {
    'staff.added': t`staff: added`,
    'staff.authenticator_reset': t`staff: authenticator reset`,
    'staff.deleted': t`staff: deleted`,
    'staff.disabled': t`staff: disabled`,
    'staff.edited': t`staff: edited`,
    'staff.email_confirmed': t`staff: email confirmed`,
    'staff.enabled': t`staff: enabled`,
    'staff.password_resent': t`staff: password resent`,
    'staff.sessions_ended': t`staff: sessions ended`,
    'staff.unlocked': t`staff: unlocked`,
  },
  records: {
    staff: t`staff`,
  },
  fields: {
    disabledAt: t`Disabled at`,
    lockedAt: t`Locked at`,
    passwordSetAt: t`Password set at`,
    printer_code: t`Printer code`,
    secondFactor: t`Second step of signing in`,
    second_factor: t`Second step of signing in`,
    unknownDeviceLockedAt: t`Locked for new devices at`,
    passwordIsInitial: t`Initial password`,
  },
} as const satisfies FeatureNames;
declareNames(names);

declare module '#shared/feature.ts' {
  interface Register {
    staff: typeof names;
  }
}

export const staffFeature = {
  ...names,
  contract: {
    staff: staffContract,
  },
};
