import { declareNames, type FeatureNames } from '#shared/feature.ts';
import type { Role } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { staffContract } from './contract.ts';

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
    auditor: { people: '/auditor/people' },
  },
  permissions: {
    'people:read_past': ['auditor'],
    'staff:read': ['admin'],
    'staff:edit': ['admin'],
  },
  kinds: {
    person: {
      label: t`Person`,
      recordType: 'staff',
      readBy: 'audit:read',
      lists: ['user-management'],
      searchOrder: 9,
    },
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
